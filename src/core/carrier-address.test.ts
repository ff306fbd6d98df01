import { expect, test } from "vitest";
import { addressFaults, type AddressRule } from "./carrier-address.ts";
import type { Recipient } from "./recipient.ts";

const complete: Recipient = {
  name: "Aisha Tan",
  latinName: "",
  phone: "+60 12 345 6789",
  address: "12 Jalan Ampang",
  addressLine2: "",
  city: "Kuala Lumpur",
  state: "",
  postalCode: "50450",
};
const post: AddressRule = { lineCharacters: 35, needsLatin: true };
const any: AddressRule = { lineCharacters: null, needsLatin: false };

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
    [post],
    ["address not_latin", "city not_latin"],
  ],
  ["Chinese lines where they are taken", { address: "安邦路12號" }, [any], []],
  ["a Chinese name with its Latin one", { name: "陳美", latinName: "Chan Mei" }, [post], []],
  ["a Chinese name alone", { name: "陳美" }, [any], ["latinName missing"]],
  ["nothing typed", { phone: " ", postalCode: "" }, [], ["phone missing", "postalCode missing"]],
])("%s", (_case, change, rules, faults) => {
  const found = addressFaults({ ...complete, ...change }, "Malaysia", rules);
  expect(
    found.map(({ field, kind, maximum }) => [field, kind, maximum].filter(Boolean).join(" ")),
  ).toEqual(faults);
});
