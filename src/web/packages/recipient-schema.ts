import * as z from "zod/mini";
import type { RecipientField } from "#core/recipient.ts";
import { latinNameText } from "#web/ui/field-rules.ts";

const text = z.string().check(z.trim());

/** The fields of a recipient in a form, none of which is required. */
export const recipientSchema = {
  name: text,
  latinName: latinNameText,
  phone: text,
  address: text,
  addressLine2: text,
  city: text,
  state: text,
  postalCode: text,
} satisfies Record<RecipientField, typeof text>;
