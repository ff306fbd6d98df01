import type { RecipientField } from "#catalogue/rules/recipient.ts";
import { addressText, nameText } from "#ui/web/field-rules.ts";

/** The fields of a recipient in a form, none of which is required. */
export const recipientSchema = {
  name: nameText,
  latinName: addressText,
  phone: addressText,
  address: addressText,
  addressLine2: addressText,
  city: addressText,
  state: addressText,
  postalCode: addressText,
} satisfies Record<RecipientField, typeof addressText>;
