// A process that follows the changes as a server with one open page does; it says what that took when its input ends.
import { openChangeStream } from "#platform/server/change-stream/change-stream.ts";
import { silent } from "./measuring.ts";

const { DATABASE_URL = "" } = process.env;
const session = {
  sessionId: "00000000-0000-4000-8000-000000000001",
  userId: "00000000-0000-4000-8000-000000000002",
  isAdmin: true,
  roles: [],
  hasTwoFactor: true,
};
const stream = openChangeStream({
  listeners: { membersOfSessions: async (_db, ids) => new Map(ids.map((id) => [id, session])) },
  databaseUrl: DATABASE_URL,
  log: silent,
  now: () => new Date(),
});
const events = await stream.subscribe(session, undefined);
process.stdout.write("ready\n");
const before = process.cpuUsage();
let changes = 0;
process.stdin.resume().on("end", () => {
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify({ cpuMilliseconds: (user + system) / 1000, changes })}\n`);
  process.exit(0);
});
for await (const { changes: told } of events) changes += told.length;
