import * as z from "zod/mini";
import { plainText } from "#platform/rules/stored-text.ts";
import { errorText } from "#ui/web/i18n/error-text.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { t } from "./messages.ts";

/** An email address that looks valid; the server validates it fully. */
export const emailField = requiredText(() => t("fields.emailMissing")).check(
  z.overwrite(plainText),
  z.trim(),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
    error: () => errorText("invalid_email"),
  }),
);
