// The minimal server of a customer's list: node:http, the database driver and the product's own two SQL statements.
import { createServer } from "node:http";
import { openDatabase } from "#platform/server/db/open.ts";
import { silent } from "./measuring.ts";

const { PORT, DATABASE_URL = "", SESSION_STATEMENT = "", LIST_STATEMENT = "" } = process.env;
/** Only the driver's pool is used, without the product's query layer. */
const { pool } = openDatabase({ url: DATABASE_URL, log: silent });

async function readList(cookie: string): Promise<string | null> {
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
    values: [userId, userId, 0, 20],
  });
  return JSON.stringify(rows);
}

createServer((request, response) => {
  if (request.url === "/readyz") {
    response.end();
    return;
  }
  void readList(request.headers.cookie ?? "").then((body) => {
    response.writeHead(body === null ? 401 : 200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body ?? ""),
    });
    response.end(body);
  });
}).listen(Number(PORT), "127.0.0.1");
