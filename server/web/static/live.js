/* Following a table (or anything with the same messages): state by sections, resumed by number after any break.
 *
 *   const line = follow("/api/tables/t…/stream", {
 *     onState(sections, message) {},   all sections as they are now, and the message that brought the last change
 *     onStatus(status) {},             as stream.js says it
 *   });
 *   line.close(); */

import { stream } from "./stream.js";

export function follow(path, { onState, onStatus, quiet }) {
  const sections = {};
  let seq = null;

  function address() {
    const found = new URL(path, location.href);
    if (seq !== null) found.searchParams.set("after", seq);
    return found;
  }

  function onMessage(message) {
    seq = message.seq;
    Object.assign(sections, message.sections);
    if (message.type !== "events") onState(sections, message);   // history: the state that follows says what it came to
  }

  const line = stream(address, { onMessage, onStatus, quiet });
  return {
    ...line,
    get seq() {
      return seq;
    },
  };
}
