import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { silentLog, testDatabase } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { timeLimit } from "#test/time-limit.ts";
import { createLog } from "#platform/server/log.ts";
import { withSubscriberLock } from "./with-subscriber-lock.ts";

let database: Database;
let other: Database;
beforeAll(async () => {
  database = await testDatabase();
  // A second connection, as of another process, since the local queue is per database.
  other = openDatabase({ url: database.url, log: silentLog });
  return async () => {
    await other.close();
    await database.close();
  };
});

const busy = { code: "subscription_busy" };
const logged: string[] = [];
const log = createLog({ level: "warn", write: (line) => logged.push(line) });

function withLock<T>(
  userId: string,
  work: () => Promise<T>,
  { kysely: db } = database,
): Promise<T> {
  return withSubscriberLock({ db, log }, userId, work);
}

async function lockHolder(userId: string): Promise<ChildProcess> {
  const file = new URL("../../../../../test/subscriber-lock-holder.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file, database.url, userId], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error("The process has no output.");
  await once(stdout, "data");
  return child;
}

async function locksOf(userId: string): Promise<number> {
  const rows = await database.kysely
    .selectFrom("subscriberLocks")
    .select("userId")
    .where("userId", "=", userId)
    .execute();
  return rows.length;
}

describe("the lock on a subscriber", () => {
  test("P31: runs work of two servers one at a time", async () => {
    const userId = randomUUID();
    let running = 0;
    const runningCounts: number[] = [];
    const work = async () => {
      running += 1;
      await pause(5);
      runningCounts.push(running);
      running -= 1;
    };
    await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        withLock(userId, work, place % 2 === 0 ? database : other),
      ),
    );
    expect(runningCounts).toEqual(Array.from({ length: 12 }, () => 1));
    expect(await locksOf(userId)).toBe(0);
  });

  test("within one process keeps the order of the calls", async () => {
    const userId = randomUUID();
    const order: number[] = [];
    await Promise.all(
      [0, 1, 2, 3].map((place) =>
        withLock(userId, async () => {
          await pause(4 - place);
          order.push(place);
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test("is released when the work fails, and rethrows its error", async () => {
    const userId = randomUUID();
    const failing = withLock(userId, () => Promise.reject(new Error("The provider is away.")));
    await expect(failing).rejects.toThrow("The provider is away.");
    expect(await withLock(userId, () => Promise.resolve("next"))).toBe("next");
  });

  test("is separate for each subscriber", async () => {
    const inner = withLock(randomUUID(), () =>
      withLock(randomUUID(), () => Promise.resolve("both")),
    );
    expect(await inner).toBe("both");
  });

  test("waits until another process releases it", async () => {
    const userId = randomUUID();
    const child = await lockHolder(userId);
    const order: string[] = [];
    const waiting = withLock(userId, () => Promise.resolve(order.push("we")));
    await pause(300);
    order.push("they");
    child.stdin?.write("go on\n");
    await Promise.all([waiting, once(child, "exit")]);
    expect(order).toEqual(["they", "we"]);
  });

  test("holds no connection while the work runs, however many subscribers wait for a hanging provider", async () => {
    const end = Promise.withResolvers<void>();
    let begun = 0;
    const hanging = Array.from({ length: 40 }, () =>
      withLock(randomUUID(), () => {
        begun += 1;
        return end.promise;
      }),
    );
    await expect.poll(() => begun).toBe(40);
    // A renewal takes one for a moment.
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0);
    expect(database.pool.waitingCount).toBe(0);
    end.resolve();
    await Promise.all(hanging);
  });

  test("rejects more than 20 calls at once", async () => {
    const userId = randomUUID();
    const end = Promise.withResolvers<void>();
    const queued = Array.from({ length: 20 }, () => withLock(userId, () => end.promise));
    await expect(withLock(userId, () => end.promise)).rejects.toMatchObject(busy);
    end.resolve();
    await Promise.all(queued);
    expect(await withLock(userId, () => Promise.resolve("again"))).toBe("again");
  });
});

// Each of these tests waits for ten seconds.
describe.runIf(isLongRun).concurrent("the lock on a subscriber, over time,", () => {
  test("P31: of a killed process expires within 12 seconds, without a retry by the caller", async () => {
    const userId = randomUUID();
    const child = await lockHolder(userId);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await locksOf(userId)).toBe(1);
    const startedAt = performance.now();
    expect(await withLock(userId, () => Promise.resolve("next"))).toBe("next");
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(12_000));
    expect(await locksOf(userId)).toBe(0);
  });

  test("is renewed while long work runs, and a waiting call ends with an error", async () => {
    const userId = randomUUID();
    const end = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const long = withLock(userId, () => {
      begun.resolve();
      return end.promise;
    });
    await begun.promise;
    const startedAt = performance.now();
    await Promise.all([
      expect(withLock(userId, () => Promise.resolve())).rejects.toMatchObject(busy),
      expect(withLock(userId, () => Promise.resolve(), other)).rejects.toMatchObject(busy),
    ]);
    expect(performance.now() - startedAt).toBeGreaterThan(11_500);
    end.resolve("done");
    expect(await long).toBe("done");
  });

  test("that another holder acquired is logged, and is not released", async () => {
    const userId = randomUUID();
    const another = randomUUID();
    await withLock(userId, async () => {
      await database.kysely
        .updateTable("subscriberLocks")
        .set({ holder: another })
        .where("userId", "=", userId)
        .execute();
      const isLogged = () =>
        logged.some((line) => line.includes("The lock on a subscriber was lost"));
      await expect.poll(isLogged).toBe(true);
    });
    expect(await locksOf(userId)).toBe(1);
  });
});
