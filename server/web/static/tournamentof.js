/* The way from a tournament's table to where its sheet is handed in and the referee is called. */

import { get } from "./api.js";

export async function tournamentWay(table) {
  const found = await get(`/api/tables/${table}/tournament`).catch(() => null);
  return found?.tournament ? [{ href: `/scribe/${found.tournament}`, text: "page.scribe" }] : [];
}
