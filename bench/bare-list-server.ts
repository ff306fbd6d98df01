// The least that answers a signed-in customer's list: node:http, the database driver, the product's own two statements.
import { createServer } from "node:http";
import { openDatabase } from "#server/db/open.ts";

const { PORT, DATABASE_URL = "", SESSION_STATEMENT = "", LIST_STATEMENT = "" } = process.env;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** The driver's own pool; nothing of the product runs above it. */
const { pool } = openDatabase({ url: DATABASE_URL, log: silent });

async function answer(cookie: string): Promise<string | null> {
  const token = /sampan_session=([^.;]+)\./.exec(cookie)?.[1];
  const sessions = await pool.query<{ id: string }>({
    name: "session",
    text: SESSION_STATEMENT,
    values: [token, new Date()],
  });
  const userId = sessions.rows[0]?.id;
  if (userId === undefined) return null;
  const { rows } = await pool.query({
    name: "list",
    text: LIST_STATEMENT,
    values: [userId, 0, 20, userId],
  });
  return JSON.stringify(rows);
}

createServer((request, response) => {
  if (request.url === "/readyz") {
    response.end();
    return;
  }
  void answer(request.headers.cookie ?? "").then((body) => {
    response.writeHead(body === null ? 401 : 200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body ?? ""),
    });
    response.end(body);
  });
}).listen(Number(PORT), "127.0.0.1");
