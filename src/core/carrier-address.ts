// What a carrier takes of a recipient's address.
import { needsLatinName } from "./latin-name.ts";
import {
  missingRecipientFields,
  recipientFieldNames,
  type Recipient,
  type RecipientField,
} from "./recipient.ts";

/** What a carrier requires of addresses. */
export type AddressRule = {
  /** The longest line that it takes; null: any. */
  readonly lineCharacters: number | null;
  readonly needsLatin: boolean;
};

/** Why a field of a recipient cannot be used. */
export const addressFaultKinds = ["missing", "too_long", "not_latin"] as const;
export type AddressFault = {
  readonly field: RecipientField;
  readonly kind: (typeof addressFaultKinds)[number];
  /** Of `too_long`. */
  readonly maximum?: number;
};

/** Everything that is wrong with a recipient for carriers with these rules, in the order of the form, each field once. */
export function addressFaults(
  recipient: Recipient,
  destination: string,
  rules: readonly AddressRule[],
): AddressFault[] {
  const missing = missingRecipientFields(recipient, destination);
  const lengths = rules.flatMap(({ lineCharacters }) => lineCharacters ?? []);
  const maximum = lengths.length === 0 ? null : Math.min(...lengths);
  const needsLatin = rules.some((rule) => rule.needsLatin);
  return recipientFieldNames.flatMap((field): AddressFault[] => {
    if (missing.includes(field)) return [{ field, kind: "missing" }];
    // The label has one of the two names.
    const isUnused = needsLatinName(recipient.name) ? field === "name" : field === "latinName";
    if (isUnused) return [];
    const line = recipient[field];
    if (maximum !== null && line.length > maximum) return [{ field, kind: "too_long", maximum }];
    return needsLatin && needsLatinName(line) ? [{ field, kind: "not_latin" }] : [];
  });
}
