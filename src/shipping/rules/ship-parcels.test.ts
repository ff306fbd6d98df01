import { describe, expect, test } from "vitest";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { chooseRecipient, expectedCents, parcelChanges } from "./ship-parcels.ts";

const complete = {
  ...emptyRecipient,
  name: "Aisha Tan",
  phone: "+60 12 345 6789",
  address: "12 Jalan Ampang",
  city: "Kuala Lumpur",
  postalCode: "50450",
};

describe("the recipient that is used where none is sent", () => {
  const other = { ...complete, name: "Wei Lim" };

  test("is the package's, otherwise the profile's, where they are complete", () => {
    expect(chooseRecipient(complete, other, "Malaysia")).toEqual({
      source: "package",
      recipient: complete,
    });
    const incomplete = { ...complete, city: "" };
    expect(chooseRecipient(incomplete, other, "Malaysia")).toEqual({
      source: "profile",
      recipient: other,
    });
  });

  test("is what is known where neither is: of the package once it has an address", () => {
    const [ofPackage, ofProfile] = [
      { ...complete, city: "" },
      { ...other, phone: "" },
    ];
    expect(chooseRecipient(ofPackage, ofProfile, "Malaysia")).toEqual({
      source: "none",
      recipient: ofPackage,
    });
    expect(chooseRecipient(emptyRecipient, ofProfile, "Malaysia").recipient).toEqual(ofProfile);
  });

  test("is complete only with letters that a label can print", () => {
    const chinese = { ...complete, address: "安邦路12號" };
    expect(chooseRecipient(chinese, emptyRecipient, "Malaysia").source).toBe("none");
  });
});

describe("the expected price", () => {
  type Service = Parameters<typeof expectedCents>[0][number];
  const service = (usdCents: number | null, reasons: Service["reasons"] = []) =>
    ({ reasons, packed: { usdCents } }) as Service;

  test("is that of the cheapest open service, with the box", () => {
    const closed = service(100, [{ kind: "address_incomplete" }]);
    expect(expectedCents([service(900), service(700), closed, service(null)], 120)).toBe(820);
  });

  test("is none where nothing open has a price", () => {
    expect(expectedCents([service(null)], 120)).toBeNull();
    expect(expectedCents([], 120)).toBeNull();
  });
});

describe("what one parcel changes", () => {
  const parcel = (id: string, grams: number) => ({ id, grams });
  const [one, two, three] = [parcel("1", 300), parcel("2", 400), parcel("3", 100)];
  /** Steps of 500 g, and no price above 1 kg. */
  const priceOf = (parcels: readonly { readonly grams: number }[]) => {
    const grams = parcels.reduce((sum, each) => sum + each.grams, 0);
    return grams > 1000 ? null : Math.ceil(grams / 500) * 210;
  };

  test("is 0 in the same step, and what the next step costs", () => {
    expect(parcelChanges([one], [three, two], priceOf)).toEqual([
      { inboundParcelId: "1", changeCents: null },
      { inboundParcelId: "3", changeCents: 0 },
      { inboundParcelId: "2", changeCents: 210 },
    ]);
  });

  test("is less without a chosen one, and nothing is known without a price", () => {
    expect(parcelChanges([one, two], [], priceOf)).toEqual([
      { inboundParcelId: "1", changeCents: -210 },
      { inboundParcelId: "2", changeCents: -210 },
    ]);
    expect(parcelChanges([one], [parcel("4", 900)], priceOf)[1]?.changeCents).toBeNull();
    const tooMuch = parcelChanges([one, parcel("4", 900)], [], priceOf);
    expect(tooMuch.map(({ changeCents }) => changeCents)).toEqual([null, null]);
  });
});
