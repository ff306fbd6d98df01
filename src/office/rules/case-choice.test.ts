import { expect, test } from "vitest";
import { choiceEnd } from "./case-choice.ts";

const now = new Date("2026-06-10T02:00:00Z");
const open = {
  isChosen: false,
  isNewest: true,
  isClosed: false,
  isOverdue: false,
  answerBy: null,
  now,
};

test.each([
  [{}, null],
  [{ isChosen: true, isClosed: true }, "chosen"],
  [{ isClosed: true }, "closed"],
  [{ isNewest: false }, "asked_anew"],
  [{ answerBy: now }, "late"],
  [{ isOverdue: true }, "late"],
  [{ answerBy: new Date(now.getTime() + 1) }, null],
] as const)("a choice with %o is over: %s", (changes, end) => {
  expect(choiceEnd({ ...open, ...changes })).toBe(end);
});
