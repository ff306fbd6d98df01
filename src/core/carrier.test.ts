import fc from "fast-check";
import { expect, test } from "vitest";
import { carrierIds, carriers, type CarrierId, trackingPageUrl } from "./carrier.ts";

test.each<[CarrierId, string]>([
  ["ups", "https://www.ups.com/track?loc=en_US&tracknum=RR473124829GB"],
  ["fedex", "https://www.fedex.com/fedextrack/?trknbr=RR473124829GB"],
  ["dhl", "https://www.dhl.com/hk-en/home/tracking.html?tracking-id=RR473124829GB&submit=1"],
  [
    "sf-express",
    "https://htm.sf-express.com/hk/en/dynamic_function/waybill/#search/bill-number/RR473124829GB",
  ],
  ["sg-post", "https://www.singpost.com/track-items?trackingid=RR473124829GB"],
  ["hk-post", "https://webapp.hongkongpost.hk/en/mail_tracking/index.html?trackcode=RR473124829GB"],
])("%s opens %s", (carrierId, url) => {
  expect(trackingPageUrl(carrierId, " RR473124829GB ")).toBe(url);
});

test("each carrier is listed once, in order, with its name", () => {
  expect(carriers.map(({ id }) => id)).toEqual(carrierIds);
  for (const carrier of carriers) {
    expect(carrier.name).not.toBe("");
  }
});

test("only Hong Kong Post's page may ask for the number again", () => {
  expect(carriers.filter((carrier) => !carrier.isNumberFilledIn).map(({ id }) => id)).toEqual([
    "hk-post",
  ]);
});

test("no number changes the address's host or path", () => {
  const number = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("../../x", "1&submit=0", "#@evil.example", "$&", "\ud800", "a b"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...carrierIds), number, (carrierId, text) => {
      const url = new URL(trackingPageUrl(carrierId, text));
      const plain = new URL(trackingPageUrl(carrierId, "1"));
      expect(url.origin + url.pathname).toBe(plain.origin + plain.pathname);
      expect([...url.searchParams.keys()]).toEqual([...plain.searchParams.keys()]);
    }),
  );
});
