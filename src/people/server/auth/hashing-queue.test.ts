import { expect, test } from "vitest";
import type { QueueLimits } from "#platform/server/limits/fair-queue.ts";
import { createHashingQueue } from "./password.ts";

/** Work that records when it begins and ends when the test says so. */
function someWork() {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const start = (number: number) => {
    const end = Promise.withResolvers<number>();
    ends[number] = end;
    return () => {
      begun.push(number);
      return end.promise;
    };
  };
  return { begun, ends, start };
}

const limits: QueueLimits = {
  atOnce: 1,
  atOncePerAccount: Infinity,
  mostPerAccount: 100,
  mostInAll: 100,
  longestWaitSeconds: 60,
  errorCode: "unavailable",
  makesRoom: true,
};
const busy = { code: "unavailable" };

const turn = () => new Promise(setImmediate);

/** Lets each piece of work that has begun end, and those that begin then, until none is left. */
async function finishAll({ begun, ends }: ReturnType<typeof someWork>): Promise<void> {
  await turn();
  for (let next = 0; next < begun.length; next += 1) {
    ends[begun[next] ?? 0]?.resolve(0);
    await turn();
  }
}

test("B3: Few passwords are hashed at once, those of one address in order of arrival, and the number that waits is limited", async () => {
  const queue = createHashingQueue({ ...limits, atOnce: 2, mostInAll: 4 });
  const { begun, ends, start } = someWork();
  const results = [0, 1, 2, 3].map((number) => queue("a", start(number)));
  await expect(queue("a", start(4))).rejects.toMatchObject(busy);
  expect(begun).toEqual([0, 1]);
  ends[0]?.reject(new Error("No."));
  await expect(results[0]).rejects.toThrow("No.");
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.resolve(1);
  await results[1];
  ends[2]?.resolve(2);
  ends[3]?.resolve(3);
  expect(await Promise.all(results.slice(1))).toEqual([1, 2, 3]);
  const last = queue("a", start(5));
  ends[5]?.resolve(5);
  expect(await last).toBe(5);
});

test("A hash that has waited too long is rejected and takes no turn", async () => {
  const queue = createHashingQueue({ ...limits, longestWaitSeconds: 0.01 });
  const { begun, ends, start } = someWork();
  const first = queue("a", start(0));
  await expect(queue("a", start(1))).rejects.toMatchObject(busy);
  ends[0]?.resolve(0);
  await first;
  const next = queue("a", start(2));
  ends[2]?.resolve(2);
  await next;
  expect(begun).toEqual([0, 2]);
});

test("Addresses take turns: a request behind thirty of another address waits for only one of them", async () => {
  const queue = createHashingQueue(limits);
  const work = someWork();
  const flood = Array.from({ length: 30 }, (_, number) => queue("flood", work.start(number)));
  const others = [queue("b", work.start(100)), queue("c", work.start(101))];
  await finishAll(work);
  await Promise.all([...flood, ...others]);
  expect(work.begun.slice(0, 5)).toEqual([0, 100, 101, 1, 2]);
  expect(work.begun).toHaveLength(32);
});

test("B3: No address may have more waiting than its part, however much room there is", async () => {
  const queue = createHashingQueue({ ...limits, mostPerAccount: 4 });
  const work = someWork();
  const flood = [0, 1, 2, 3].map((number) => queue("flood", work.start(number)));
  await expect(queue("flood", work.start(4))).rejects.toMatchObject(busy);
  const other = queue("b", work.start(5));
  await finishAll(work);
  await Promise.all([...flood, other]);
});

test("When the queue is full, the address with the most waiting makes room for the others", async () => {
  const queue = createHashingQueue({ ...limits, mostInAll: 5 });
  const work = someWork();
  const flood = [0, 1, 2, 3].map((number) => queue("flood", work.start(number)));
  const outcomes = Promise.allSettled(flood);
  const others = [queue("b", work.start(10)), queue("c", work.start(11))];
  await expect(queue("flood", work.start(4))).rejects.toMatchObject(busy);
  await finishAll(work);
  await Promise.all(others);
  expect((await outcomes).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  expect(work.begun).toEqual([0, 10, 11, 1, 2]);
});
