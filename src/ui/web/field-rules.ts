import * as z from "zod/mini";
import { unprintableInName } from "#platform/rules/latin-name.ts";
import { unprintableCharacter } from "#platform/rules/latin-script.ts";
import { visibleText } from "#platform/rules/stored-text.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Text without the blanks around it, of which something to see must be left. Messages are written when a form is checked. */
export function requiredText(message: () => string) {
  return z.string().check(
    z.trim(),
    z.refine((text) => visibleText(text).trim() !== "", { error: message }),
  );
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

function notPrintable(character: string | null): string | null {
  return character === null ? null : t("fields.notPrintable", { character });
}

/** A line of an address that a label can print, which may be empty. */
export const addressText = checkedText((text) => notPrintable(unprintableCharacter(text)));
/** A person's name in any script, which may be empty. */
export const nameText = checkedText((text) => notPrintable(unprintableInName(text)));
/** The same where there must be one; `message` says so. */
export function requiredName(message: () => string) {
  return checkedText((text) =>
    visibleText(text).trim() === "" ? message() : notPrintable(unprintableInName(text)),
  );
}

/** The value that `parse` returns for the text; `message` where it returns null. */
export function parsedText<Value>(parse: (text: string) => Value | null, message: () => string) {
  return z.pipe(
    z.string().check(z.trim()),
    z.transform((text: string, context) => {
      const value = parse(visibleText(text));
      if (value !== null) return value;
      context.issues.push({ code: "custom", message: message(), input: text });
      return z.NEVER;
    }),
  );
}
