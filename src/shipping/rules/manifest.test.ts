import { expect, test } from "vitest";
import {
  manifestActions,
  manifestStates,
  mayTakeBack,
  nextManifestState,
  takeBackMilliseconds,
} from "./manifest.ts";

test("a manifest is closed, opened again, and handed over; everything else is refused", () => {
  const led = manifestStates.flatMap((from) =>
    manifestActions.flatMap((action) => {
      const to = nextManifestState(action, from);
      return to === null ? [] : [`${from} ${action} ${to}`];
    }),
  );
  expect(led).toEqual([
    "open close closed",
    "closed reopen open",
    "closed start_hand_over handing_over",
    "handing_over finish_hand_over handed_over",
  ]);
});

test("a package is taken back until two hours after it left", () => {
  const left = new Date("2026-11-24T09:00:00Z");
  const after = (milliseconds: number) => new Date(left.getTime() + milliseconds);
  expect(mayTakeBack(left, left)).toBe(true);
  expect(mayTakeBack(left, after(takeBackMilliseconds - 1))).toBe(true);
  expect(mayTakeBack(left, after(takeBackMilliseconds))).toBe(false);
});
