import { expect, test } from "vitest";
import { addressFaults, type AddressRule } from "./carrier-address.ts";
import type { Recipient } from "./recipient.ts";

const complete: Recipient = {
  name: "Aisha Tan",
  latinName: "",
  phone: "+60 12 345 6789",
  address: "12 Jalan Ampang",
  addressLine2: "",
  importerReference: "",
  city: "Kuala Lumpur",
  state: "",
  postalCode: "50450",
};
const post: AddressRule = { lineCharacters: 35 };
const any: AddressRule = { lineCharacters: null };

test.each<[string, Partial<Recipient>, readonly AddressRule[], readonly string[]]>([
  ["a complete recipient", {}, [post], []],
  ["accents", { address: "Łódź, Straße 5" }, [post], []],
  ["a line of 35", { address: "x".repeat(35) }, [post], []],
  ["a line of 36", { address: "x".repeat(36) }, [post], ["address too_long 35"]],
  [
    "the shortest rule",
    { city: "x".repeat(21) },
    [post, { ...any, lineCharacters: 20 }],
    ["city too_long 20"],
  ],
  [
    "Chinese lines",
    { address: "安邦路12號", city: "吉隆坡" },
    [any],
    ["address not_printable 安", "city not_printable 吉"],
  ],
  ["an emoji", { address: "12 Jalan 🌺" }, [], ["address not_printable 🌺"]],
  ["an apostrophe of a modifier letter", { address: "1450 Kapiʻolani Boulevard" }, [post], []],
  ["an emoji in a name that is not printed", { name: "陳美🙂", latinName: "Chan Mei" }, [], []],
  ["an emoji in the name that is printed", { name: "Mei🙂" }, [], ["name not_printable 🙂"]],
  ["what would print as nothing", { city: "\u200B\u00AD" }, [], ["city missing"]],
  ["a Chinese name with its Latin one", { name: "陳美", latinName: "Chan Mei" }, [post], []],
  ["a Chinese name alone", { name: "陳美" }, [any], ["latinName missing"]],
  ["nothing typed", { phone: " ", postalCode: "" }, [], ["phone missing", "postalCode missing"]],
])("%s", (_case, change, rules, faults) => {
  const found = addressFaults({ ...complete, ...change }, "Malaysia", rules);
  expect(
    found.map(({ field, kind, maximum, character }) =>
      [field, kind, maximum, character].filter(Boolean).join(" "),
    ),
  ).toEqual(faults);
});

test("a postal code that is none of the destination is a fault, and an empty one where none is needed is not", () => {
  expect(addressFaults({ ...complete, postalCode: "1" }, "Malaysia", [])).toEqual([
    { field: "postalCode", kind: "wrong_postal_code", countryCode: "MY" },
  ]);
  expect(addressFaults({ ...complete, postalCode: "" }, "Kenya", [])).toEqual([]);
});
