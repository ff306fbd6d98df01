import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { looksMistyped, preselectedCarrier, recogniseTrackingNumber } from "./tracking-number.ts";
import { checkTrackingNumber, normaliseTrackingNumber } from "./tracking-number-text.ts";

describe("saving a number", () => {
  test.each([
    ["rb 1234 5678 5 gb", "RB123456785GB"],
    [" SF1234567890123\n", "SF1234567890123"],
    ["jd0123456789-1-1-", "JD0123456789-1-1-"],
    ["123–456—789", "123-456-789"],
    ["ABC123", "ABC123"],
    ["ＲＢ　１２３４５６７８５－ｇｂ", "RB123456785-GB"],
    ["9".repeat(40), "9".repeat(40)],
  ])("keeps %j as %s", (text, trackingNumber) => {
    expect(checkTrackingNumber(text)).toEqual({ ok: true, trackingNumber });
  });

  test.each([
    ["", "missing"],
    [" \t ", "missing"],
    ["12345", "too_short"],
    ["9".repeat(41), "too_long"],
    ["ABC_123", "invalid_characters"],
    ["<script>", "invalid_characters"],
    ["١٢٣٤٥٦", "invalid_characters"],
    ["快递123456", "invalid_characters"],
    ["ABC123\u0000", "invalid_characters"],
  ])("rejects %j as %s", (text, reason) => {
    expect(checkTrackingNumber(text)).toEqual({ ok: false, reason });
  });

  test("does not change a number that was saved before", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const first = checkTrackingNumber(text);
        const again = first.ok ? checkTrackingNumber(first.trackingNumber) : first;
        expect(again).toEqual(first);
      }),
    );
  });

  test("numbers that differ only in spaces, dashes and case are equal", () => {
    expect(normaliseTrackingNumber("1z 5r8-9390-3575 67127")).toBe("1Z5R89390357567127");
  });
});

describe("recognising a number", () => {
  test.each([
    ["RB123456785GB", { postOf: "GB" }, null],
    ["RR473124829GB", { postOf: "GB" }, null],
    ["RB000000005GB", { postOf: "GB" }, null],
    ["RB000000080GB", { postOf: "GB" }, null],
    ["EB000717595HK", "hk-post", "hk-post"],
    ["RA123456785HK", "hk-post", "hk-post"],
    ["ra 1234 5678 5 hk", "hk-post", "hk-post"],
    ["RB123456785SG", "sg-post", "sg-post"],
    ["RB123456785CN", "china-post", null],
    ["1Z5R89390357567127", "ups", "ups"],
    ["1ZXX3150YW44070023", "ups", "ups"],
    ["SF1234567890123", "sf-express", "sf-express"],
    ["YT1234567890123456", "yun-express", null],
    ["JVGL0123456789", "dhl", "dhl"],
    ["JJD012345678", "dhl", "dhl"],
    ["1001901781990001000300617767839437", "fedex", "fedex"],
    ["9622001560000000000000794808390594", "fedex", "fedex"],
    ["96 1102 0987 6543 1234 5672", "fedex", "fedex"],
  ])("%s is surely of %j", (text, issuer, carrierId) => {
    const candidates = recogniseTrackingNumber(text);
    expect(candidates[0]).toMatchObject({ issuer, carrierId, strength: "strong" });
    expect(preselectedCarrier(candidates)).toBe(carrierId);
    expect(looksMistyped(text)).toBe(false);
  });

  test.each([
    ["986578788855", ["fedex", "sf-express", "domestic-courier"]],
    ["123456789012", ["fedex", "sf-express", "domestic-courier"]],
    ["986578788856", ["sf-express", "domestic-courier"]],
    ["568283610012734", ["fedex", "domestic-courier"]],
    ["568283610012735", ["domestic-courier"]],
    ["3318810025", ["dhl", "domestic-courier"]],
    ["3318810026", ["domestic-courier"]],
    ["10000000006", ["dhl", "domestic-courier"]],
    ["61299998820821171811", ["fedex", "domestic-courier"]],
    ["9261292700768711948021", ["fedex", "domestic-courier"]],
    ["9261292700768711948020", ["domestic-courier"]],
    ["000123450000000027", ["fedex", "domestic-courier"]],
    ["1001901781990001000300617767839438", ["domestic-courier"]],
    ["GM2951173225174494", ["dhl", "domestic-courier"]],
    ["JD0123456789-1-1-", ["domestic-courier"]],
    ["12345", []],
    ["", []],
    ["not a number!", []],
  ])("%s may be of %j, and nobody is preselected", (text, issuers) => {
    const candidates = recogniseTrackingNumber(text);
    expect(candidates.map(({ issuer }) => issuer)).toEqual(issuers);
    expect(preselectedCarrier(candidates)).toBeNull();
  });

  test.each([
    ["RB123456786US"],
    ["RB123456786GB"],
    ["RB123456785XX"],
    ["1Z1111111111111111"],
    ["1Z5R89390357567128"],
  ])("%s has no certain issuer and looks mistyped", (text) => {
    expect(recogniseTrackingNumber(text).map(({ reason }) => reason)).toEqual(["unknown"]);
    expect(looksMistyped(text)).toBe(true);
  });

  test.each([["JB123456785GB"], ["KB123456785GB"], ["SB123456785GB"], ["TB123456785GB"]])(
    "%s is no postal number, since its first letter is reserved",
    (text) => {
      const reasons = recogniseTrackingNumber(text).map(({ reason }) => reason);
      expect(reasons).not.toContain("postal_check_digit");
    },
  );

  test("each single wrong digit in RR473124829GB is detected", () => {
    for (const position of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const shift of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const digits = [..."473124829"];
        digits[position] = String((Number(digits[position]) + shift) % 10);
        expect(looksMistyped(`RR${digits.join("")}GB`)).toBe(true);
      }
    }
  });

  test("every number that may be saved has at least one guess", () => {
    const characters = fc.constantFrom(..."ABCXYZ0123456789");
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 6, maxLength: 40 }), (text) => {
        expect(checkTrackingNumber(text).ok).toBe(true);
        expect(recogniseTrackingNumber(text).length).toBeGreaterThan(0);
      }),
    );
  });
});
