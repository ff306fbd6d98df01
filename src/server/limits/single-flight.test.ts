// Shows that work of one name runs one at a time, and that a crowd shares the turn that follows.
import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.ts";

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("those who ask while work runs share one run after it", async () => {
  const flights = singleFlight<number>();
  const first = gate();
  let runs = 0;
  const work = async () => {
    runs += 1;
    const run = runs;
    if (run === 1) await first.opened;
    return run;
  };
  const answers = [flights("a", work), flights("a", work), flights("a", work)];
  first.open();
  expect(await Promise.all(answers)).toEqual([1, 2, 2]);
  expect(await flights("a", work)).toBe(3);
});

test("work of another name does not wait", async () => {
  const flights = singleFlight<string>();
  const never = new Promise<string>(() => undefined);
  void flights("a", () => never);
  expect(await flights("b", async () => "b")).toBe("b");
});

test("work that fails tells those who asked for it, and the next turn runs", async () => {
  const flights = singleFlight<string>();
  const first = gate();
  const failing = flights("a", async () => {
    await first.opened;
    throw new Error("no luck");
  });
  const next = flights("a", async () => "done");
  first.open();
  await expect(failing).rejects.toThrow("no luck");
  expect(await next).toBe("done");
});
