import { describe, expect, test } from "vitest";
import { decideScan, type ScannedParcel, similarNumbers } from "./scan-match.ts";
import fc from "fast-check";

type Parcel = ScannedParcel & { readonly id: string };

/** "mei expected" and the like; "nobody" has no owner. */
function parcel(text: string): Parcel {
  const [owner = "", place = ""] = text.split(" ");
  return {
    id: text,
    place: place as Parcel["place"],
    owner: owner === "nobody" ? null : owner,
  };
}

const cases: readonly (readonly [
  exact: readonly string[],
  near: readonly string[],
  owner: string | null,
  outcome: string,
  ids: readonly string[],
])[] = [
  [["mei expected"], [], null, "matched", ["mei expected"]],
  [["mei expected"], [], "mei", "matched", ["mei expected"]],
  [["mei expected"], [], "tom", "two_owners", ["mei expected"]],
  [["mei expected", "tom expected"], [], null, "two_owners", ["mei expected", "tom expected"]],
  [["mei expected", "tom expected"], [], "tom", "matched", ["tom expected"]],
  [["mei expected", "tom expected"], [], "ada", "two_owners", ["mei expected", "tom expected"]],
  [["mei here"], [], null, "seen_before", ["mei here"]],
  [["mei here"], [], "tom", "seen_before", ["mei here"]],
  [["mei gone"], [], null, "seen_before", ["mei gone"]],
  [["mei gone", "tom here"], [], null, "seen_before", ["tom here"]],
  [["mei gone", "tom here"], [], "mei", "seen_before", ["mei gone"]],
  [["mei expected", "mei here"], [], null, "matched", ["mei expected"]],
  [["mei expected", "mei gone"], [], null, "matched", ["mei expected"]],
  [["mei expected", "tom gone"], [], null, "matched", ["mei expected"]],
  [["mei expected", "tom here"], [], null, "two_owners", ["mei expected", "tom here"]],
  [["mei expected", "tom here"], [], "tom", "seen_before", ["tom here"]],
  [["mei expected", "tom here"], [], "mei", "matched", ["mei expected"]],
  [["nobody here"], [], null, "seen_before", ["nobody here"]],
  [["nobody here", "mei expected"], [], "mei", "seen_before", ["nobody here", "mei expected"]],
  [["mei cancelled"], [], null, "matched", ["mei cancelled"]],
  [["mei cancelled"], [], "tom", "two_owners", ["mei cancelled"]],
  [["mei cancelled", "tom cancelled"], [], null, "two_owners", ["mei cancelled", "tom cancelled"]],
  [["mei cancelled", "tom expected"], [], null, "matched", ["tom expected"]],
  [["mei cancelled", "mei here"], [], null, "seen_before", ["mei here"]],
  [[], ["mei expected", "tom expected"], null, "near_match", ["mei expected", "tom expected"]],
  [[], ["mei expected", "tom expected"], "tom", "near_match", ["tom expected"]],
  [[], ["mei expected"], "tom", "undeclared", []],
  [[], [], "tom", "undeclared", []],
  [[], [], null, "unmatched", []],
];

describe("What a scan is", () => {
  test.each(cases)("%j near %j with the code of %s: %s %j", (exact, near, owner, outcome, ids) => {
    const decision = decideScan({ exact: exact.map(parcel), near: near.map(parcel), owner });
    const shown = [...(decision.parcel === null ? [] : [decision.parcel]), ...decision.candidates];
    expect([decision.outcome, shown.map(({ id }) => id)]).toEqual([outcome, ids]);
  });

  test("of near ones none is taken by itself", () => {
    const near = [parcel("mei expected")];
    for (const owner of [null, "mei"]) {
      expect(decideScan({ exact: [], near, owner })).toEqual({
        outcome: "near_match",
        parcel: null,
        candidates: near,
      });
    }
  });

  test("of near ones at most five are shown", () => {
    const near = Array.from({ length: 9 }, () => parcel("mei expected"));
    expect(decideScan({ exact: [], near, owner: null }).candidates).toHaveLength(5);
  });
});

const number = "SF1234567890123";

describe("Numbers that are near", () => {
  test.each([
    ["one changed", number, "SF1234567890183"],
    ["a letter for a digit", number, "SF123456789O123"],
    ["one missing", number, "SF123456789123"],
    ["one added", number, "SF12345678990123"],
    ["one added at the end", number, `${number}4`],
    ["two neighbours swapped", number, "SF1243567890123"],
    ["a prefix left out", number, "1234567890123"],
    ["a prefix added", "1234567890123", number],
    ["a prefix of three letters added", "123456789012", "DPK123456789012"],
    ["a prefix of one letter added", "1234567890123", "S1234567890123"],
    ["a prefix of four letters left out", "JDVA12345678901", "12345678901"],
  ])("%s", (_name, scanned, declared) => {
    expect(similarNumbers(scanned)).toContain(declared);
  });

  test.each([
    ["the same", number, number],
    ["two changed", number, "SF1234567890185"],
    ["two that are no neighbours swapped", number, "SF3214567890123"],
    ["another prefix", number, "YT1234567890123"],
    ["two missing", number, "SF12345678901"],
  ])("not %s", (_name, scanned, declared) => {
    expect(similarNumbers(scanned)).not.toContain(declared);
  });

  test("B16: are few enough to look up, whatever is scanned", () => {
    const scanned = fc.stringMatching(/^[A-Z0-9-]{4,60}$/);
    fc.assert(
      fc.property(scanned, (text) => {
        expect(similarNumbers(text).length).toBeLessThan(3_100);
      }),
    );
    expect(similarNumbers("7".repeat(40)).length).toBeGreaterThan(400);
    expect(similarNumbers("AB123")).toEqual([]);
  });

  test("of a long number of digits are digits", () => {
    expect(similarNumbers("9".repeat(22))).toContain(`${"9".repeat(21)}8`);
    expect(similarNumbers("9".repeat(22))).not.toContain(`${"9".repeat(21)}A`);
  });
});
