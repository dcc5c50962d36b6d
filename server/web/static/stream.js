/* A stream of the server, read without EventSource, and held as long as the page is looked at.
 *
 *   const line = stream(() => "/api/…/stream?after=3", {   asked anew for each connection
 *     onMessage(message) {},           each message, as the object that it is
 *     onStatus(status, code) {},       "connecting" | "live" | "waiting" | "ended" (not allowed, or gone for good)
 *   });
 *   line.close();
 *
 * So it hears the server's comments (one every 15 seconds), notices a line that is dead without having been closed, and
 * knows why it was refused. */

const QUIET = 35_000;      // more than two of the server's signs of life
const LONGEST = 10_000;
const DOZE = 60_000;       // nobody looks: a browser has six lines to a server, and hidden pages must not hold them all
const FINAL = new Set([401, 403, 404]);

export function stream(path, { onMessage, onStatus = () => {}, quiet = QUIET }) {
  let waits = 0;
  let closed = false;
  let control = null;
  let timer = null;
  let asleep = false;
  let dozing = null;

  const status = (word, code = null) => !closed && onStatus(word, code);

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
      const answer = await fetch(path(), { headers: { accept: "text/event-stream" }, signal: control.signal });
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
    if (closed || data.length === 0) return;
    const message = JSON.parse(data.join("\n"));
    waits = 0;
    status("live");
    onMessage(message);
  }

  function now() {
    if (closed || asleep || timer === null) return;
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
        timer = null;
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
