import { expect, test } from "vitest";
import { singleFlight } from "./queues.ts";

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("calls made while work runs share one run after it", async () => {
  const flights = singleFlight<number>();
  const first = gate();
  let runs = 0;
  const work = async () => {
    runs += 1;
    const run = runs;
    if (run === 1) await first.opened;
    return run;
  };
  const results = [flights("a", work), flights("a", work), flights("a", work)];
  first.open();
  expect(await Promise.all(results)).toEqual([1, 2, 2]);
  expect(await flights("a", work)).toBe(3);
});

test("work of another name does not wait", async () => {
  const flights = singleFlight<string>();
  const never = new Promise<string>(() => undefined);
  void flights("a", () => never);
  expect(await flights("b", async () => "b")).toBe("b");
});

test("work that fails rejects its callers, and the next run starts", async () => {
  const flights = singleFlight<string>();
  const first = gate();
  const failing = flights("a", async () => {
    await first.opened;
    throw new Error("failed");
  });
  const next = flights("a", async () => "done");
  first.open();
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
});
