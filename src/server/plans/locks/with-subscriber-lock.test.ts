// Shows that one change of a subscriber's plan happens at a time, in all processes, and that none is locked out for long.
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "#server/db/open.ts";
import { silentLog, testDatabase } from "#testing/database.ts";
import { createLog } from "#server/log.ts";
import { withSubscriberLock } from "./with-subscriber-lock.ts";

let database: Database;
let other: Database;
beforeAll(async () => {
  database = await testDatabase();
  // As another process has it: what queues up within a process knows nothing of it.
  other = openDatabase({ url: database.url, log: silentLog });
  return async () => {
    await other.close();
    await database.close();
  };
});

const busy = { code: "subscription_busy" };
const logged: string[] = [];
const log = createLog({ level: "warn", write: (line) => logged.push(line) });

function locked<T>(userId: string, work: () => Promise<T>, { kysely: db } = database): Promise<T> {
  return withSubscriberLock({ db, log }, userId, work);
}

async function lockHolder(userId: string): Promise<ChildProcess> {
  const file = new URL("./lock-holder.ts", import.meta.url).pathname;
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
  test("P31: lets work at two servers at once run one at a time", async () => {
    const userId = randomUUID();
    let running = 0;
    const seen: number[] = [];
    const work = async () => {
      running += 1;
      await pause(5);
      seen.push(running);
      running -= 1;
    };
    await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        locked(userId, work, place % 2 === 0 ? database : other),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 12 }, () => 1));
    expect(await locksOf(userId)).toBe(0);
  });

  test("within one process keeps the order in which was asked", async () => {
    const userId = randomUUID();
    const order: number[] = [];
    await Promise.all(
      [0, 1, 2, 3].map((place) =>
        locked(userId, async () => {
          await pause(4 - place);
          order.push(place);
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test("is free again when the work fails, and says why it failed", async () => {
    const userId = randomUUID();
    const failing = locked(userId, () => Promise.reject(new Error("The provider is away.")));
    await expect(failing).rejects.toThrow("The provider is away.");
    expect(await locked(userId, () => Promise.resolve("next"))).toBe("next");
  });

  test("is one for each subscriber", async () => {
    const inner = locked(randomUUID(), () => locked(randomUUID(), () => Promise.resolve("both")));
    expect(await inner).toBe("both");
  });

  test("waits for another process, and goes on when that is done", async () => {
    const userId = randomUUID();
    const child = await lockHolder(userId);
    const order: string[] = [];
    const waiting = locked(userId, () => Promise.resolve(order.push("we")));
    await pause(300);
    order.push("they");
    child.stdin?.write("go on\n");
    await Promise.all([waiting, once(child, "exit")]);
    expect(order).toEqual(["they", "we"]);
  });

  test("keeps no connection while the work runs, however many subscribers wait for a provider that hangs", async () => {
    const end = Promise.withResolvers<void>();
    const hanging = Array.from({ length: 40 }, () => locked(randomUUID(), () => end.promise));
    await pause(500);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    expect(database.pool.waitingCount).toBe(0);
    end.resolve();
    await Promise.all(hanging);
  });

  test("turns away whoever comes with more than 20 at once", async () => {
    const userId = randomUUID();
    const end = Promise.withResolvers<void>();
    const queued = Array.from({ length: 20 }, () => locked(userId, () => end.promise));
    await expect(locked(userId, () => end.promise)).rejects.toMatchObject(busy);
    end.resolve();
    await Promise.all(queued);
    expect(await locked(userId, () => Promise.resolve("again"))).toBe("again");
  });
});

// Each waits for seconds to pass.
describe.concurrent("the lock on a subscriber, in time,", () => {
  test("P31: of a process that was killed is free within 12 seconds, without asking again", async () => {
    const userId = randomUUID();
    const child = await lockHolder(userId);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await locksOf(userId)).toBe(1);
    const startedAt = performance.now();
    expect(await locked(userId, () => Promise.resolve("next"))).toBe("next");
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    expect(await locksOf(userId)).toBe(0);
  });

  test("is held as long as the work takes, longer than a dead process would hold it; who waits is told so", async () => {
    const userId = randomUUID();
    const end = Promise.withResolvers<string>();
    const long = locked(userId, () => end.promise);
    await pause(20);
    const startedAt = performance.now();
    await Promise.all([
      expect(locked(userId, () => Promise.resolve())).rejects.toMatchObject(busy),
      expect(locked(userId, () => Promise.resolve(), other)).rejects.toMatchObject(busy),
    ]);
    expect(performance.now() - startedAt).toBeGreaterThan(11_500);
    end.resolve("done");
    expect(await long).toBe("done");
  });

  test("that another took over is told of, and is left to it", async () => {
    const userId = randomUUID();
    const another = randomUUID();
    await locked(userId, async () => {
      await database.kysely
        .updateTable("subscriberLocks")
        .set({ holder: another })
        .where("userId", "=", userId)
        .execute();
      await pause(2_700);
    });
    expect(logged.some((line) => line.includes("The lock on a subscriber was lost"))).toBe(true);
    expect(await locksOf(userId)).toBe(1);
  });
});
