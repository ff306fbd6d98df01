import { describe, expect, test } from "vitest";
import {
  emptyRecipient,
  isSameRecipient,
  missingRecipientFields,
  recipientFieldsOf,
  recipientLines,
  recipientOfProfile,
  type Recipient,
} from "./recipient.ts";

const complete: Recipient = {
  name: "Emma Thompson",
  latinName: "",
  phone: "+1 555 0100",
  address: "418 Alder Street",
  addressLine2: "Apt 5",
  importerReference: "",
  city: "Portland",
  state: "OR",
  postalCode: "97204",
};

describe("What a recipient lacks", () => {
  test.each([
    ["United States", ["name", "phone", "address", "city", "state", "postalCode"]],
    ["Germany", ["name", "phone", "address", "city", "postalCode"]],
    ["Hong Kong", ["name", "phone", "address", "city"]],
    ["United Arab Emirates", ["name", "phone", "address", "city"]],
    ["Japan", ["name", "phone", "address", "city", "postalCode"]],
    ["Singapore", ["name", "phone", "address", "postalCode"]],
    ["Jamaica", ["name", "phone", "address", "city", "state"]],
    ["Ghana", ["name", "phone", "address", "city"]],
    ["Fiji", ["name", "phone", "address", "city"]],
    ["Bahamas", ["name", "phone", "address", "city"]],
    ["Angola", ["name", "phone", "address", "city"]],
    ["Uganda", ["name", "phone", "address", "city"]],
    ["Zimbabwe", ["name", "phone", "address", "city"]],
    ["Qatar", ["name", "phone", "address", "city"]],
    ["Trinidad and Tobago", ["name", "phone", "address", "city"]],
    ["Ireland", ["name", "phone", "address", "city"]],
    ["Brazil", ["name", "phone", "address", "city", "state", "postalCode"]],
    ["Mexico", ["name", "phone", "address", "city", "state", "postalCode"]],
    ["Macao", ["name", "phone", "address"]],
    ["Nowhere", ["name", "phone", "address", "city", "postalCode"]],
  ])("in %s is everything that a carrier needs there", (destination, fields) => {
    expect(missingRecipientFields(emptyRecipient, destination)).toEqual(fields);
    expect(missingRecipientFields(complete, destination)).toEqual([]);
  });

  test("is nothing where a region stands in place of the city", () => {
    const region = { ...complete, city: "", state: "Kowloon", postalCode: "" };
    expect(missingRecipientFields(region, "Hong Kong")).toEqual([]);
    expect(missingRecipientFields({ ...region, state: " " }, "Hong Kong")).toEqual(["city"]);
  });

  test("includes blanks, and never the second line", () => {
    const recipient = { ...complete, city: " ", addressLine2: "" };
    expect(missingRecipientFields(recipient, "United States")).toEqual(["city"]);
  });
});

describe("The recipient of a profile", () => {
  const { name: fullName, latinName: _, ...shipTo } = complete;
  const address = { ...shipTo, latinName: null };

  test.each(["US", ""])("has its address in the destination, or without country: %o", (country) => {
    const profile = { id: "1", email: "emma@example.com", ...address, fullName, country };
    expect(recipientOfProfile(profile, "United States")).toEqual(complete);
  });

  test("has no address of another country", () => {
    const profile = { ...address, fullName, country: "DE" };
    const { name, phone } = complete;
    expect(recipientOfProfile(profile, "United States")).toEqual({
      ...emptyRecipient,
      name,
      phone,
    });
  });
});

describe("A recipient whose name is not in Latin letters", () => {
  const chen: Recipient = { ...complete, name: "陈伟", latinName: "Chen Wei" };

  test("needs the name in Latin letters too", () => {
    expect(missingRecipientFields({ ...chen, latinName: " " }, "Germany")).toEqual(["latinName"]);
    expect(missingRecipientFields(chen, "Germany")).toEqual([]);
  });

  test("has that of the profile", () => {
    const { name: fullName, ...address } = chen;
    for (const country of ["US", "DE"]) {
      const profile = { ...address, fullName, country };
      expect(recipientOfProfile(profile, "United States")).toMatchObject({
        name: "陈伟",
        latinName: "Chen Wei",
      });
    }
  });

  test("has both names on the label", () => {
    expect(recipientLines(chen, "United States").slice(0, 3)).toEqual([
      "陈伟",
      "Chen Wei",
      "418 Alder Street",
    ]);
  });

  test("loses it with another name", () => {
    expect(recipientFieldsOf({ ...chen, name: "Emma Thompson" })).toEqual(complete);
  });
});

test("two recipients are the same when every field is", () => {
  expect(isSameRecipient(complete, { ...complete })).toBe(true);
  expect(isSameRecipient(complete, { ...complete, state: "" })).toBe(false);
});

test("a label has the lines of the address, the destination last but the phone", () => {
  expect(recipientLines(complete, "United States")).toEqual([
    "Emma Thompson",
    "418 Alder Street",
    "Apt 5",
    "Portland, OR 97204",
    "United States",
    "+1 555 0100",
  ]);
  expect(recipientLines(emptyRecipient, "Germany")).toEqual(["Germany"]);
});
