/* The server's API: JSON in, JSON out, errors as ApiError with code, message and place.
 *
 *   await get("/api/tables")       post(path, body)       put(path, body)       del(path)
 *   await say(table, {type: "card_laid", by: "A", card: "HK"}, …)    one command; sent again under the same id when the
 *                                                                    line breaks, so that it is done exactly once
 *   newId()                        an id for commands */

export class ApiError extends Error {
  constructor(status, code, message, at) {
    super(message);
    this.status = status;
    this.code = code;
    this.at = at ?? "";
  }
}

async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "offline", "the server cannot be reached");
  }
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  const error = data?.error ?? { code: "request", message: answer.statusText };
  throw new ApiError(answer.status, error.code, error.message, error.at);
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const del = (path) => ask("DELETE", path);

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return "w" + Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function say(table, ...events) {
  return deliver(table, { id: newId(), say: events });
}

const kept = (table) => `kiebitz.unsent.${table}`;

/* Until the server has answered, the command stays with the page, also when the page is loaded again. */
async function deliver(table, command) {
  store(kept(table), JSON.stringify(command));
  for (let attempt = 0; ; attempt += 1) {
    try {
      const done = await post(`/api/tables/${table}/commands`, command);
      store(kept(table), null);
      return done;
    } catch (error) {
      if (error.code !== "offline") {
        store(kept(table), null);
        throw error;
      }
      await pause(Math.min(400 * 2 ** attempt, 5000));
    }
  }
}

/* What an earlier life of this page could not send any more; null where nothing was left. */
export async function sendLeft(table) {
  let left = null;
  try {
    left = JSON.parse(sessionStorage.getItem(kept(table)));
  } catch { /* nothing was kept */ }
  return left ? deliver(table, left) : null;
}

function store(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch { /* a browser that keeps nothing sends as long as the page is open */ }
}
