import { expect, test } from "vitest";
import { memberCodeOf } from "#people/rules/member-code.ts";
import { offlineAnswer } from "./desk-answer.ts";

const code = memberCodeOf("S7K32Q");
const stranger = memberCodeOf("A2B3C4");

test.each([
  ["nobody awaits it", "SF9009", null, "unmatched"],
  ["one customer does", "SF1001", null, "matched"],
  ["one customer does, without what surrounds the number", "JD0012345678901-1-1-", null, "matched"],
  ["two do", "SF2002", null, "two_owners"],
  ["two do, and the code is of one", "SF2002", stranger, "matched"],
  ["one does, and the code is of another", "SF1001", stranger, "two_owners"],
  ["nobody, but there is a code", "SF9009", code, "undeclared"],
] as const)("without a network: %s", (_, scan, memberCode, outcome) => {
  const awaited = [
    { trackingNumber: "SF-1001", memberCode: code, nameInitial: "M", plan: null },
    { trackingNumber: "JD0012345678901", memberCode: code, nameInitial: "M", plan: null },
    { trackingNumber: "SF2002", memberCode: code, nameInitial: "M", plan: null },
    { trackingNumber: "SF2002", memberCode: stranger, nameInitial: "A", plan: null },
  ];
  expect(offlineAnswer(scan, memberCode, awaited)).toMatchObject({ outcome, isChecked: false });
});
