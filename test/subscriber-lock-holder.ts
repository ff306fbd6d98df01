// A process for tests that holds the lock on a subscriber until it is killed or gets input.
import { once } from "node:events";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { withSubscriberLock } from "#money/server/plans/locks/with-subscriber-lock.ts";

const [url = "", userId = ""] = process.argv.slice(2);
const log = createLog({ level: "error", write: (line) => process.stderr.write(line) });
const database = openDatabase({ url, log });
await withSubscriberLock({ db: database.kysely, log }, userId, async () => {
  process.stdout.write("held\n");
  await once(process.stdin, "data");
});
await database.close();
process.stdin.destroy();
