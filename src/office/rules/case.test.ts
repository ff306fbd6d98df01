import { expect, test } from "vitest";
import { answerHours, caseKindOf, caseReference, mayNameKind } from "./case.ts";

test.each([
  ["never_came", "package", true, "lost"],
  ["never_came", "package", false, "question"],
  ["never_came", "inbound_parcel", false, "question"],
  ["damaged", "package", true, "damaged"],
  ["damaged", "package", false, "question"],
  ["missing", "package", false, "question"],
  ["damaged", "inbound_parcel", false, "damaged"],
  ["missing", "ship_request", false, "missing"],
  ["other", "package", false, "other"],
  ["other", "account", false, "question"],
  ["damaged", "account", false, "question"],
  ["order", "account", false, "order"],
  ["order", "package", false, "other"],
  ["other", "transaction", false, "money"],
] as const)("%s of a %s, within its window: %s, is %s", (problem, subject, isInWindow, kind) => {
  expect(caseKindOf(problem, subject, isInWindow)).toBe(kind);
});

test.each([
  ["Premium", 4],
  ["Super", 8],
  ["Basic", 24],
  [null, 24],
] as const)("with the plan %s staff answer within %i opening hours", (plan, hours) => {
  expect(answerHours(plan)).toBe(hours);
});

test("a reference has at least five digits", () => {
  expect([caseReference(7n), caseReference(123_456n)]).toEqual(["C00007", "C123456"]);
});

test.each([
  ["package", "other", true],
  ["inbound_parcel", "damaged", true],
  ["ship_request", "return", true],
  // What was paid to send it counts where it is lost, and customs are answered by a time.
  ["package", "lost", false],
  ["package", "customs", false],
  ["account", "question", false],
  ["transaction", "money", false],
] as const)(
  "staff can name anew the kind of a case about a %s that is %s: %s",
  (subject, kind, may) => {
    expect(mayNameKind({ subject, kind })).toBe(may);
  },
);
