import * as z from "zod/mini";
import { isLatinName } from "#core/latin-name.ts";
import { halfWidth } from "#core/stored-text.ts";
import { t } from "#web/i18n/messages.tsx";

/** Text without the blanks around it, of which something must be left. Messages are written when a form is checked. */
export function requiredText(message: () => string) {
  return z.string().check(z.trim(), z.minLength(1, { error: message }));
}

/** A password, whose blanks count. */
export function requiredPassword(message: () => string) {
  return z.string().check(z.minLength(1, { error: message }));
}

/** Text without the blanks around it; `errorOf` returns its error message, or null. */
export function checkedText(errorOf: (text: string) => string | null) {
  return z.string().check(z.trim(), (context) => {
    const message = errorOf(context.value);
    if (message !== null) context.issues.push({ code: "custom", message, input: context.value });
  });
}

/** A name in Latin letters, which may be empty. */
export const latinNameText = checkedText((text) =>
  isLatinName(halfWidth(text)) ? null : t("fields.latinNameInvalid"),
);

/** The value that `parse` returns for the text; `message` where it returns null. */
export function parsedText<Value>(parse: (text: string) => Value | null, message: () => string) {
  return z.pipe(
    z.string().check(z.trim()),
    z.transform((text: string, context) => {
      const value = parse(text);
      if (value !== null) return value;
      context.issues.push({ code: "custom", message: message(), input: text });
      return z.NEVER;
    }),
  );
}
