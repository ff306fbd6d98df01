// To whom a package goes: the fields of a recipient, and which of them are missing.
import { countryByName } from "./country.ts";
import { neededAddressParts } from "./country-address.ts";
import { keptLatinName, needsLatinName } from "#platform/rules/latin-name.ts";
import { printableText, unprintableCharacter } from "#platform/rules/latin-script.ts";

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
] as const;

/** The name of a field of a recipient. */
export type RecipientField = (typeof recipientFieldNames)[number];

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
};

/** The fields alone, of an object that may have more, with the name in Latin letters only where it is needed. */
export function recipientFieldsOf(recipient: Recipient): Recipient {
  const { name, phone, address, addressLine2, city, state, postalCode } = recipient;
  const latinName = keptLatinName(name, recipient.latinName);
  return { name, latinName, phone, address, addressLine2, city, state, postalCode };
}

/** Whether two recipients are the same in every field. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean {
  return recipientFieldNames.every((name) => one[name] === other[name]);
}

/** Whether a field stands on the label, which has one of the two names. */
export function isPrinted({ name }: Recipient, field: RecipientField): boolean {
  return field !== (needsLatinName(name) ? "name" : "latinName");
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
type ProfileAddress = Omit<Recipient, "name" | "latinName"> & {
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
  return recipientFieldsOf({ ...profile, name: fullName, latinName });
}

/** The lines of an address label without empty ones: name, also in Latin letters, address, destination, phone. */
export function recipientLines(recipient: Recipient, destination: string): readonly string[] {
  const { name, latinName, address, addressLine2, city, state, postalCode, phone } = recipient;
  const town = [city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [name, latinName, address, addressLine2, town, destination, phone].filter(
    (line) => line !== "",
  );
}
