import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  looksMistyped,
  preselectedCarrier,
  recogniseTrackingNumber,
  recognizeCarrier,
} from "./tracking-number.ts";
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
    ["\uFEFFRB1234\u200B56785\u2060GB\u00AD", "RB123456785GB"],
    ["\u200E123456\uFE0F\u200F", "123456"],
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
  test.each([["RB123456785GB"], ["RR473124829GB"], ["RB000000005GB"], ["RB000000080GB"]])(
    "%s is surely of the post of a country that is no carrier here",
    (text) => {
      const [best] = recogniseTrackingNumber(text);
      const issuer = { postOf: "GB" };
      expect(best).toMatchObject({ issuer, carrierCode: null, strength: "strong" });
      expect(recognizeCarrier(text)).toBeNull();
      expect(looksMistyped(text)).toBe(false);
    },
  );

  test.each([
    ["EB000717595HK", "hk-post", "certain"],
    ["RA123456785HK", "hk-post", "certain"],
    ["ra 1234 5678 5 hk", "hk-post", "certain"],
    ["RB123456785SG", "sg-post", "certain"],
    ["RB123456785CN", "china-post", "certain"],
    ["EB000717595CN", "china-ems", "certain"],
    ["1Z5R89390357567127", "ups", "certain"],
    ["1ZXX3150YW44070023", "ups", "certain"],
    ["1001901781990001000300617767839437", "fedex", "certain"],
    ["9622001560000000000000794808390594", "fedex", "certain"],
    ["1011921334250001000300779017972697", "fedex", "certain"],
    ["1021921380360001000300639585804382", "fedex", "certain"],
    ["96 1102 0987 6543 1234 5672", "fedex", "certain"],
    ["SF1234567890123", "sf-express", "likely"],
    ["sf 1234567 890123", "sf-express", "likely"],
    ["YT1234567890123456", "yun-express", "likely"],
    ["YT1234567890123", "yto-express", "likely"],
    ["JT3002232682242", "jt-express", "likely"],
    ["JDVA11408814483", "jd-logistics", "likely"],
    ["JDX012345678901", "jd-logistics", "likely"],
    ["JDVA11408814483-1-1-", "jd-logistics", "likely"],
    ["JDVA11408814483-2-12", "jd-logistics", "likely"],
    ["DPK300585915441", "deppon-express", "likely"],
    ["LP00819233764158", "cainiao", "likely"],
    ["JVGL0123456789", "dhl", "likely"],
    ["JJD012345678", "dhl", "likely"],
  ])("%s is of %s, which is %s", (text, carrierCode, confidence) => {
    const candidates = recogniseTrackingNumber(text);
    expect(candidates[0]).toMatchObject({
      issuer: { carrierCode },
      carrierCode,
      strength: "strong",
    });
    expect(preselectedCarrier(candidates)).toBe(carrierCode);
    expect(recognizeCarrier(text)).toEqual({ carrierCode, confidence });
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
    ["9261292700768711948021", ["domestic-courier"]],
    ["9261290113185417468510", ["domestic-courier"]],
    ["9205590164917312751089", ["domestic-courier"]],
    ["32971514560102447849175802862014", ["fedex", "domestic-courier"]],
    ["9261292700768711948020", ["domestic-courier"]],
    ["000123450000000027", ["fedex", "domestic-courier"]],
    ["1001901781990001000300617767839438", ["domestic-courier"]],
    ["GM2951173225174494", ["dhl", "domestic-courier"]],
    ["JD0123456789-1-1-", ["domestic-courier"]],
    ["73109972743258", ["zto-express", "domestic-courier"]],
    ["75147810223179", ["zto-express", "domestic-courier"]],
    ["77316523125896", ["sto-express", "domestic-courier"]],
    ["773000000000001", ["sto-express", "domestic-courier"]],
    ["462598779470531", ["yunda-express", "domestic-courier"]],
    ["9812345678901", ["china-post", "domestic-courier"]],
    ["1012345678901", ["china-ems", "domestic-courier"]],
    ["1240921381750", ["domestic-courier"]],
    ["JDVA11408814483-1", ["domestic-courier"]],
    ["YT123456789012", ["domestic-courier"]],
    ["12345", []],
    ["", []],
    ["not a number!", []],
  ])("%s may be of %j, and nobody is preselected", (text, issuers) => {
    const candidates = recogniseTrackingNumber(text);
    const names = candidates.map(({ carrierCode, issuer }) => carrierCode ?? issuer);
    expect(names).toEqual(issuers);
    expect(preselectedCarrier(candidates)).toBeNull();
    const [best] = candidates;
    const carrierCode = best?.carrierCode ?? null;
    const expected = carrierCode === null ? null : { carrierCode, confidence: "possible" };
    expect(recognizeCarrier(text)).toEqual(expected);
  });

  test("a 15-digit number of STO or Yunda is theirs before it is one of FedEx", () => {
    for (const [text, carrierCode] of [
      ["773000000000002", "sto-express"],
      ["462598779470539", "yunda-express"],
    ] as const) {
      expect(recognizeCarrier(text)).toEqual({ carrierCode, confidence: "possible" });
    }
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
