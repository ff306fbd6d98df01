// A warehouse's address as one customer copies it into a shop's form, with the member code in it.
import type { Language } from "#platform/rules/language.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import type { addressFields } from "#catalogue/rules/warehouse.ts";

/** The parts of an address that a shop's form asks for in one language. */
export type AddressLines = Readonly<Record<(typeof addressFields)[number] | "receiver", string>>;

/** The fields of a shop's address form, in its order; each is copied by itself. */
export const copiedFields = ["region", "street", "receiver", "phone", "postalCode"] as const;

/** A field that is copied by itself. */
export type CopiedField = (typeof copiedFields)[number];

/**
 * The address with the code in the receiver's line, as the warehouse's pattern says, and at the end of the street, since
 * sellers cut either.
 */
export function memberAddressLines(
  address: Omit<AddressLines, "receiver">,
  options: {
    readonly receiverNamePattern: string;
    readonly name: string;
    readonly memberCode: string;
  },
): AddressLines {
  const { receiverNamePattern, name, memberCode } = options;
  const code = formatMemberCode(memberCode);
  const receiver = receiverNamePattern.replaceAll(/\{(name|code)\}/g, (_, part) =>
    part === "name" ? name : code,
  );
  return {
    ...address,
    street: `${address.street} ${code}`,
    receiver: receiver.replaceAll(/\s+/g, " ").trim(),
  };
}

/** Province, city and district as one text, without a part that repeats the one before, as in Beijing. */
function regionText(language: Language, { province, city, district }: AddressLines): string {
  const parts = [province, city, district];
  const different = parts.filter((part, index) => part !== parts[index - 1]);
  return different.join(language === "en" ? ", " : " ");
}

/** What is copied into each field of the form. A field that the address does not have is empty. */
export function copiedTexts(
  language: Language,
  address: {
    readonly lines: Readonly<Record<Language, AddressLines>>;
    readonly phone: string;
    readonly postalCode: string;
  },
): Readonly<Record<CopiedField, string>> {
  const lines = address.lines[language];
  return {
    region: regionText(language, lines),
    street: lines.street,
    receiver: lines.receiver,
    phone: address.phone,
    postalCode: address.postalCode,
  };
}

/**
 * The whole address as a text of several lines, in the order that the forms of shops recognise when it is pasted: receiver,
 * phone, region with street, postal code; in English the street comes first.
 */
export function wholeAddress(
  language: Language,
  { region, street, receiver, phone, postalCode }: Readonly<Record<CopiedField, string>>,
): string {
  const place = language === "en" ? `${street}, ${region}` : `${region} ${street}`;
  return [receiver, phone, place, postalCode].filter((text) => text !== "").join("\n");
}
