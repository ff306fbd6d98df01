import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFairQueue, type QueueLimits } from "./fair-queue.ts";

const limits: QueueLimits = {
  atOnce: 2,
  atOncePerAccount: 1,
  mostPerAccount: 4,
  mostInAll: 6,
  longestWaitSeconds: 5,
};

/** A job that records its start and runs until `end` is called. */
function makeJob(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = async () => {
    begun.push(name);
    return await promise;
  };
  return { work, end: () => resolve(name) };
}

const turn = () => pause(0);

test("one account's jobs run one at a time, and another's starts at once beside them", async () => {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const jobs = ["a1", "a2", "a3", "b1"].map((name) => makeJob(begun, name));
  const done = jobs.map(({ work }, place) => queue.run(place < 3 ? "a" : "b", work));
  await turn();
  expect(begun).toEqual(["a1", "b1"]);
  for (const { end } of jobs) {
    end();
    await turn();
  }
  expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "b1"]);
  expect(queue.size()).toEqual({ running: 0, waiting: 0 });
});

test("accounts take turns, however much one of them has waiting", async () => {
  const queue = createFairQueue({ ...limits, atOnce: 1 });
  const begun: string[] = [];
  const names = ["a1", "a2", "a3", "b1", "b2", "c1"];
  const jobs = names.map((name) => makeJob(begun, name));
  const done = jobs.map(({ work }, place) => queue.run(names[place]?.[0] ?? "", work));
  for (const index of names.keys()) {
    await turn();
    expect(begun).toHaveLength(index + 1);
    jobs.find((_, place) => names[place] === begun.at(-1))?.end();
  }
  await Promise.all(done);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("more jobs than an account or all may have are rejected, until there is room again", async () => {
  const queue = createFairQueue(limits);
  const places = Array.from({ length: 4 }, () => queue.enter("a", () => "Not so many."));
  expect(() => queue.enter("a", () => "Not so many.")).toThrow(
    expect.objectContaining({
      code: "too_many_requests",
      message: "too_many_requests: Not so many.",
      details: expect.objectContaining({ retryAfterSeconds: 5 }) as unknown,
    }),
  );
  places.push(queue.enter("b"), queue.enter("c"));
  expect(() => queue.enter("d")).toThrow(
    expect.objectContaining({ code: "busy", details: { retryAfterSeconds: 5 } }),
  );
  for (const place of places) place[Symbol.dispose]();
  for (const place of places) place[Symbol.dispose]();
  expect(await queue.run("a", async () => "done")).toBe("done");
});

test("an aborted job leaves the queue and never starts", async () => {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const [first, second, third] = ["a1", "a2", "a3"].map((name) => makeJob(begun, name));
  const breaking = new AbortController();
  const running = queue.run("a", first?.work ?? expect.unreachable);
  const broken = queue.run("a", second?.work ?? expect.unreachable, breaking.signal);
  const last = queue.run("a", third?.work ?? expect.unreachable);
  breaking.abort(new Error("gone"));
  first?.end();
  await expect(broken).rejects.toThrow("gone");
  third?.end();
  await Promise.all([running, last]);
  expect(begun).toEqual(["a1", "a3"]);
  await expect(
    queue.run("a", async () => begun.push("never"), AbortSignal.abort(new Error("gone"))),
  ).rejects.toThrow("gone");
  expect([begun, queue.size()]).toEqual([["a1", "a3"], { running: 0, waiting: 0 }]);
});

test("a job that waits too long, or while the queue is drained, is rejected with `busy`", async () => {
  const queue = createFairQueue({ ...limits, atOnce: 1, longestWaitSeconds: 0.05 });
  const begun: string[] = [];
  const one = makeJob(begun, "a1");
  const running = queue.run("a", one.work);
  await expect(queue.run("b", async () => "never")).rejects.toMatchObject({ code: "busy" });
  const waiting = queue.run("b", async () => "never");
  queue.drain(0);
  await expect(waiting).rejects.toMatchObject({ code: "busy" });
  await expect(queue.run("c", async () => "never")).rejects.toMatchObject({ code: "busy" });
  one.end();
  expect(await running).toBe("a1");
  expect(await queue.run("c", async () => "at once")).toBe("at once");
});

test("a job that fails frees its slot", async () => {
  const queue = createFairQueue({ ...limits, atOnce: 1 });
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

/** A rest that ends only after the test, so that whatever waits for it does not begin. */
const endless = { unrestedJobs: 2, times: 1e9, longestSeconds: 60, forgottenAfterSeconds: 0.05 };

test("an account with several jobs at once rests after a number of them, and others go on", async () => {
  const queue = createFairQueue({ ...limits, rest: endless });
  const begun: string[] = [];
  const leaving = new AbortController();
  const jobs = ["a1", "a2", "a3", "a4"].map((name) => {
    const work = async () => {
      begun.push(name);
      await pause(5);
    };
    return queue.run("a", work, leaving.signal);
  });
  await Promise.all(jobs.slice(0, 3));
  for (const name of ["b1", "b2", "b3"]) {
    await queue.run("b", async () => {
      begun.push(name);
    });
  }
  await pause(50);
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "b2", "b3"]);
  expect(queue.size()).toEqual({ running: 0, waiting: 1 });
  leaving.abort(new Error("Gone."));
  await expect(jobs[3]).rejects.toThrow("Gone.");
});

test("a rest is some times as long as the job, and then the next one begins", async () => {
  const rest = { ...endless, unrestedJobs: 0, times: 5 };
  const queue = createFairQueue({ ...limits, rest });
  let endedAt = 0;
  const first = queue.run("a", async () => {
    await pause(20);
    endedAt = performance.now();
  });
  const rested = await queue.run("a", async () => performance.now() - endedAt);
  await first;
  expect(rested).toBeGreaterThan(90);
});

test("jobs one after the other never rest, and an account without any begins anew", async () => {
  const queue = createFairQueue({ ...limits, rest: endless });
  const job = () => queue.run("a", () => pause(1));
  for (let times = 0; times < 10; times += 1) await job();
  for (let times = 0; times < 3; times += 1) {
    await Promise.all([job(), job(), job()]);
    await pause(100);
  }
  expect(queue.size()).toEqual({ running: 0, waiting: 0 });
});
