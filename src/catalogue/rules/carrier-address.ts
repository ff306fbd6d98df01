// What a carrier takes of a recipient's address.
import { countryByName, type CountryCode } from "./country.ts";
import { isPostalCode } from "./postal-code.ts";
import {
  isPrinted,
  missingRecipientFields,
  recipientFieldNames,
  unprintableIn,
  type Recipient,
  type RecipientField,
} from "./recipient.ts";

/** What a carrier requires of addresses. */
export type AddressRule = {
  /** The longest line that it takes; null: any. */
  readonly lineCharacters: number | null;
};

/** Why a field of a recipient cannot be used. */
export const addressFaultKinds = [
  "missing",
  "too_long",
  "not_printable",
  "wrong_postal_code",
] as const;
export type AddressFault = {
  readonly field: RecipientField;
  readonly kind: (typeof addressFaultKinds)[number];
  /** Of `too_long`. */
  readonly maximum?: number;
  /** Whose postal codes look otherwise, of `wrong_postal_code`. */
  readonly countryCode?: CountryCode;
  /** The first that a label cannot print, of `not_printable`. */
  readonly character?: string;
};

/** Everything that is wrong with a recipient for carriers with these rules, in the order of the form, each field once. */
export function addressFaults(
  recipient: Recipient,
  destination: string,
  rules: readonly AddressRule[],
): AddressFault[] {
  const missing = missingRecipientFields(recipient, destination);
  const country = countryByName(destination)?.code ?? null;
  const lengths = rules.flatMap(({ lineCharacters }) => lineCharacters ?? []);
  const maximum = lengths.length === 0 ? null : Math.min(...lengths);
  return recipientFieldNames.flatMap((field): AddressFault[] => {
    if (missing.includes(field)) return [{ field, kind: "missing" }];
    const character = unprintableIn(recipient, field);
    if (character !== null) return [{ field, kind: "not_printable", character }];
    const isWrongCode = field === "postalCode" && !isPostalCode(country, recipient[field]);
    if (isWrongCode && country !== null)
      return [{ field, kind: "wrong_postal_code", countryCode: country }];
    const isTooLong = maximum !== null && recipient[field].length > maximum;
    return isTooLong && isPrinted(recipient, field) ? [{ field, kind: "too_long", maximum }] : [];
  });
}
