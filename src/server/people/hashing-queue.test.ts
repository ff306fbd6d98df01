// Shows that hashing waits for its turn in order, fails alone, and is refused when too much waits or one waits too long.
import { expect, test } from "vitest";
import { createHashingQueue } from "./hashing-queue.ts";

/** Work that ends when told to, and notes when it begins. */
function someWork() {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const start = (number: number) => () => {
    begun.push(number);
    const end = Promise.withResolvers<number>();
    ends[number] = end;
    return end.promise;
  };
  return { begun, ends, start };
}

test("Few passwords are hashed at once, the others in the order of their coming, and not too many wait", async () => {
  const queue = createHashingQueue({ atOnce: 2, mostWaiting: 2, longestWaitMilliseconds: 60_000 });
  const { begun, ends, start } = someWork();
  const results = [0, 1, 2, 3].map((number) => queue(start(number)));
  await expect(queue(start(4))).rejects.toMatchObject({ code: "unavailable" });
  expect(begun).toEqual([0, 1]);
  ends[0]?.reject(new Error("No."));
  await expect(results[0]).rejects.toThrow("No.");
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.resolve(1);
  await results[1];
  ends[2]?.resolve(2);
  ends[3]?.resolve(3);
  expect(await Promise.all(results.slice(1))).toEqual([1, 2, 3]);
  const last = queue(start(5));
  ends[5]?.resolve(5);
  expect(await last).toBe(5);
});

test("Who has waited too long for a hash is told so, and takes nobody's turn", async () => {
  const queue = createHashingQueue({ atOnce: 1, mostWaiting: 2, longestWaitMilliseconds: 10 });
  const { begun, ends, start } = someWork();
  const first = queue(start(0));
  await expect(queue(start(1))).rejects.toMatchObject({ code: "unavailable" });
  ends[0]?.resolve(0);
  await first;
  const next = queue(start(2));
  ends[2]?.resolve(2);
  await next;
  expect(begun).toEqual([0, 2]);
});
