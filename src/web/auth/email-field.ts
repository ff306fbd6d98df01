import * as z from "zod/mini";
import { errorCatalogue } from "#contract/errors.ts";
import { fieldMessages } from "#contract/messages.ts";
import { requiredText } from "#web/ui/field-rules.ts";

/** An email address that looks valid; the server validates it fully. */
export const emailField = requiredText(fieldMessages.emailMissing).check(
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, errorCatalogue.invalid_email.message),
);
