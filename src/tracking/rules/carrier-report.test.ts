import { expect, test } from "vitest";
import { reportedStageOf } from "./carrier-report.ts";

const now = new Date("2026-11-20T12:00:00Z");
const legs = [
  { legNumber: 1, status: "delivered" },
  { legNumber: 2, status: "in_transit" },
] as const;

type Stage = Parameters<typeof reportedStageOf>[1][number]["stage"];

function event(
  stage: Stage,
  hoursAgo: number,
  legNumbers = [2],
  receivedSecondsLater = 0,
  key = "1",
) {
  const occurredAt = new Date(now.getTime() - hoursAgo * 3_600_000);
  const receivedAt = new Date(occurredAt.getTime() + receivedSecondsLater * 1_000);
  return { key, stage, occurredAt, receivedAt, legNumbers };
}

test.each([
  ["the newest stage, whatever order", [event("customs", 1), event("moving", 5)], "2 customs"],
  [
    "the one received later of two at the same moment",
    [event("moving", 1), event("customs", 1, [2], 5)],
    "2 customs",
  ],
  [
    "the one stored later of two in one message",
    [event("moving", 1, [2], 0, "9"), event("customs", 1, [2], 0, "10")],
    "2 customs",
  ],
  ["nothing of a stage that an older event had", [event("customs", 5), event("moving", 1)], null],
  ["nothing of a leg that is over", [event("customs", 1, [1])], null],
  ["a number of two legs as that of the last", [event("customs", 1, [1, 2])], "2 customs"],
  ["a failed attempt once a day", [event("attempt_failed", 13)], "2 attempt_failed 2026-11-19"],
  ["nothing that was known three days ago", [event("customs", 73)], null],
  ["nothing of a delivery, which the status is about", [event("delivered", 1)], null],
  ["nothing without an event that has a stage", [event(null, 1)], null],
] as const)("customers are notified of %s", (_, events, key) => {
  expect(reportedStageOf(legs, events, now)?.key ?? null).toBe(key);
});
