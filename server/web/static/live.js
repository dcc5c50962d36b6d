/* Following a table (or anything with the same stream): state by sections, resumed by number after any break.
 *
 *   const line = follow("/api/tables/t…/stream", {
 *     onState(sections, message) {},   all sections as they are now, and the message that brought the last change
 *     onStatus(status) {},             "connecting" | "live" | "waiting" | "ended" (not allowed, or gone for good)
 *   });
 *   line.close();
 *
 * It reads the stream itself instead of with EventSource: so it hears the server's comments (one every 15 seconds),
 * notices a line that is dead without having been closed, and knows why it was refused. */

const QUIET = 35_000;      // more than two of the server's signs of life
const LONGEST = 10_000;
const DOZE = 60_000;       // nobody looks: a browser has six lines to a server, and hidden pages must not hold them all
const FINAL = new Set([401, 403, 404]);

export function follow(path, { onState, onStatus = () => {}, quiet = QUIET }) {
  const sections = {};
  let seq = null;
  let waits = 0;
  let closed = false;
  let control = null;
  let timer = null;
  let asleep = false;
  let dozing = null;

  const status = (word, error = null) => !closed && onStatus(word, error);

  async function connect() {
    timer = null;
    control = new AbortController();
    let watch = null;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => control.abort(), quiet);
    };
    try {
      alive();
      const address = new URL(path, location.href);
      if (seq !== null) address.searchParams.set("after", seq);
      const answer = await fetch(address, { headers: { accept: "text/event-stream" }, signal: control.signal });
      if (FINAL.has(answer.status)) {
        status("ended", answer.status);
        closed = true;
        return;
      }
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      await read(reader, alive);
    } catch { /* the line broke, or was dead: come again */
    } finally {
      clearTimeout(watch);
    }
    if (closed || asleep) return;
    status("waiting");
    waits = Math.min(waits === 0 ? 400 : waits * 2, LONGEST);
    timer = setTimeout(connect, waits * (0.75 + Math.random() / 2));  // not all boards of a hall at once
  }

  async function read(reader, alive) {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      alive();
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) take(block);
    }
  }

  function take(block) {
    const data = block.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
    if (data.length === 0) return;
    const message = JSON.parse(data.join("\n"));
    seq = message.seq;
    Object.assign(sections, message.sections);
    if (message.type === "events") return;   // history: the state that follows says what it came to
    waits = 0;
    status("live");
    onState(sections, message);
  }

  function now() {
    if (closed || timer === null) return;
    clearTimeout(timer);
    timer = null;
    waits = 0;
    connect();
  }

  function looked() {
    clearTimeout(dozing);
    if (document.visibilityState === "hidden") {
      dozing = setTimeout(() => {
        asleep = true;
        clearTimeout(timer);
        control?.abort();
      }, DOZE);
    } else if (asleep) {
      asleep = false;
      waits = 0;
      status("connecting");
      connect();
    } else now();
  }

  window.addEventListener("online", now);
  document.addEventListener("visibilitychange", looked);   // a phone that slept comes back at once
  status("connecting");
  connect();
  return {
    get seq() {
      return seq;
    },
    retry: now,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(dozing);
      control?.abort();
      window.removeEventListener("online", now);
      document.removeEventListener("visibilitychange", looked);
    },
  };
}
