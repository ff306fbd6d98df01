import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  carrierTextLengths,
  isCarrierCode,
  parseTrackingPage,
  trackingPageUrl,
} from "./carrier.ts";

test.each([
  ["ups", true],
  ["4px", true],
  ["sf-express", true],
  ["a", false],
  ["SF-Express", false],
  ["sf_express", false],
  ["sf--express", false],
  ["-sf", false],
  ["sf-", false],
  ["顺丰", false],
  ["", false],
  ["a".repeat(carrierTextLengths.code), true],
  ["a".repeat(carrierTextLengths.code + 1), false],
])("%j as a code: %s", (text, isAccepted) => {
  expect(isCarrierCode(text)).toBe(isAccepted);
});

describe("a tracking page", () => {
  test.each([
    ["https://www.ups.com/track?loc=en_US&tracknum={n}", null],
    ["https://www.zto.com/express/expressCheck.html?txtBill={n}", null],
    ["https://htm.sf-express.com/waybill/#search/bill-number/{n}", null],
    [" https://www.jtexpress.com.cn/ ", "https://www.jtexpress.com.cn/"],
    ["https://www.jtexpress.com.cn", "https://www.jtexpress.com.cn/"],
    ["HTTPS://WWW.JDL.com/Track/{n}", "https://www.jdl.com/Track/{n}"],
  ])("%j is accepted", (text, stored) => {
    expect(parseTrackingPage(text)).toBe(stored ?? text);
  });

  test.each([
    [""],
    ["www.ups.com/track"],
    ["http://www.ups.com/track?n={n}"],
    ["//www.ups.com/{n}"],
    ["javascript:alert(1)"],
    ["JavaScript:alert({n})//https://www.ups.com/"],
    ["data:text/html,<script>alert(1)</script>"],
    ["https://www.ups.com/<script>"],
    ['https://www.ups.com/"onclick'],
    ["https://www.ups.com/track page"],
    ["https://www.ups.com/track\npage"],
    ["https://{n}.ups.com/"],
    ["https://{n}/"],
    ["https://user:secret@www.ups.com/"],
    ["https://www.ups.com:8443/"],
    ["https://localhost/{n}"],
    ["https://127.0.0.1/{n}"],
    ["https://ups/{n}"],
    ["https://www.ups.com/{n}/{n}"],
    [`https://www.ups.com/${"x".repeat(carrierTextLengths.trackingPage)}`],
  ])("%j is rejected", (text) => {
    expect(parseTrackingPage(text)).toBeNull();
  });

  test("is https whatever the text", () => {
    const piece = fc.constantFrom("https:", "javascript:", "//", "/", "a.bc", "{n}", "@", "?", "#");
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const page = parseTrackingPage(pieces.join(""));
        if (page === null) return;
        expect(new URL(page).protocol).toBe("https:");
        expect(parseTrackingPage(page)).toBe(page);
      }),
    );
  });
});

describe("the address for a number", () => {
  test.each([
    ["https://a.bc/?n={n}&submit=1", "https://a.bc/?n=RR473124829GB&submit=1"],
    ["https://a.bc/#number/{n}", "https://a.bc/#number/RR473124829GB"],
    ["https://a.bc/", "https://a.bc/"],
  ])("%s opens %s", (page, address) => {
    expect(trackingPageUrl(page, " RR473124829GB ")).toBe(address);
  });

  test("is on the host of the page, with the parameters of the page", () => {
    const number = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("../../x", "1&submit=0", "#@evil.example", "$&", "\ud800", "a b"),
    );
    const page = fc.constantFrom(
      "https://a.bc/{n}",
      "https://a.bc/x?n={n}&m=1",
      "https://a.bc/#{n}",
    );
    fc.assert(
      fc.property(page, number, (trackingPage, text) => {
        const url = new URL(trackingPageUrl(trackingPage, text));
        const plain = new URL(trackingPageUrl(trackingPage, "1"));
        expect(url.origin).toBe(plain.origin);
        expect([...url.searchParams.keys()]).toEqual([...plain.searchParams.keys()]);
      }),
    );
  });
});
