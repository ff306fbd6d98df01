// A process of its own that takes the lock on a subscriber and keeps it until it is killed or told to go on.
import { once } from "node:events";
import { openDatabase } from "#server/db/open.ts";
import { createLog } from "#server/log.ts";
import { withSubscriberLock } from "./with-subscriber-lock.ts";

const [url = "", userId = ""] = process.argv.slice(2);
const log = createLog({ level: "error", write: (line) => process.stderr.write(line) });
const database = openDatabase({ url, log });
await withSubscriberLock({ db: database.kysely, log }, userId, async () => {
  process.stdout.write("held\n");
  await once(process.stdin, "data");
});
await database.close();
process.stdin.destroy();
