import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyRecipient, type Recipient } from "#catalogue/rules/recipient.ts";
import { printedAddress, unprintableFields, wrapLine } from "./shipping-label.ts";

const recipient: Recipient = {
  name: "Chen Wei",
  latinName: "",
  phone: "+44 20 7946 0018",
  address: "Flat 12B, 48 Long Acre",
  addressLine2: "",
  importerReference: "",
  city: "London",
  state: "",
  postalCode: "WC2E 9LP",
};

describe("a printed address", () => {
  test("has the name, the lines without empty ones, and the country in capitals", () => {
    expect(printedAddress(recipient, "United Kingdom", 35)).toEqual({
      name: "Chen Wei",
      lines: ["Flat 12B, 48 Long Acre", "London, WC2E 9LP"],
      country: "UNITED KINGDOM",
      phone: "+44 20 7946 0018",
    });
  });

  test("has the name in Latin letters where the other is Chinese, and simpler letters where needed", () => {
    const polish = { ...recipient, name: "陳偉", latinName: "Chan Wai", city: "Łódź" };
    expect(printedAddress(polish, "Poland", 35)).toMatchObject({
      name: "Chan Wai",
      lines: ["Flat 12B, 48 Long Acre", "Lódz, WC2E 9LP"],
      country: "POLAND",
    });
  });

  test.each([
    [{ name: "陳偉" }, ["latinName"]],
    [{ name: "" }, ["name"]],
    [{ name: "陳偉", latinName: "Chan Wai", address: "深水埗大南街 5 號" }, ["address"]],
    [{ city: "Москва", addressLine2: "кв. 5" }, ["addressLine2", "city"]],
  ])("is none for %j", (fields, unprintable) => {
    const foreign = { ...recipient, ...fields };
    expect(unprintableFields(foreign)).toEqual(unprintable);
    expect(printedAddress(foreign, "China", 35)).toBeNull();
  });

  test("parts what is longer than the carrier takes, at blanks", () => {
    const long = {
      ...recipient,
      address: "Building 7, Block C, Riverside Gardens, 1024 Old Kent Road",
      city: "Kingston upon Hull and surroundings",
    };
    expect(printedAddress(long, "United Kingdom", 35)?.lines).toEqual([
      "Building 7, Block C, Riverside",
      "Gardens, 1024 Old Kent Road",
      "Kingston upon Hull and surroundings",
      "WC2E 9LP",
    ]);
    expect(printedAddress({ ...emptyRecipient, name: "A" }, "Canada", null)?.lines).toEqual([]);
  });
});

describe("a line", () => {
  test("is parted without losing anything but blanks, and no part is too long", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 10, max: 60 }), (text, most) => {
        const lines = wrapLine(text, most);
        expect(lines.every((one) => one.length <= most && one.length > 0)).toBe(true);
        expect(lines.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      }),
    );
  });
});
