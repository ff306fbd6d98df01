import * as z from "zod/mini";
import type { AppForm } from "#ui/web/app-form.ts";
import { addressText, requiredName } from "#ui/web/field-rules.ts";
import { t } from "./messages.ts";

export const profileSchema = z.object({
  fullName: requiredName(() => t("fields.fullNameMissing")),
  latinName: addressText,
  phone: addressText,
  address: addressText,
  addressLine2: addressText,
  city: addressText,
  state: addressText,
  postalCode: addressText,
  country: z.string(),
});

export type ProfileFields = AppForm<keyof z.input<typeof profileSchema>>;
