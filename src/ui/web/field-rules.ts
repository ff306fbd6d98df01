import * as z from "zod/mini";
import { unprintableInName, unprintableCharacter } from "#platform/rules/latin-script.ts";
import { visibleText } from "#platform/rules/normalize-text.ts";
import { t } from "./i18n/messages.tsx";
import { ORPCError } from "@orpc/client";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode } from "./api.tsx";

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

function issuesOf(data: unknown): [name: string, sentence: string][] {
  if (typeof data !== "object" || data === null || !("issues" in data)) return [];
  const issues = Array.isArray(data.issues) ? data.issues : [];
  return issues.flatMap((issue: { path?: unknown; message?: unknown }) =>
    Array.isArray(issue.path) && typeof issue.path[0] === "string"
      ? [[issue.path[0], String(issue.message)]]
      : [],
  );
}

/**
 * The message for each field that `error` names; an empty object if it names none.
 * @param fieldOf the field for an error code; `invalid_input` names its fields itself.
 */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
  fieldOf: Partial<Record<ErrorCode, Name>> = {},
): Partial<Record<Name, string>> {
  const code = apiErrorCode(error);
  if (code === null || !(error instanceof ORPCError)) return {};
  const field = fieldOf[code];
  const sentences: Partial<Record<Name, string>> = {};
  if (field !== undefined) sentences[field] = error.message;
  for (const [name, sentence] of code === "invalid_input" ? issuesOf(error.data) : []) {
    const known = names.find((candidate) => candidate === name);
    if (known !== undefined) sentences[known] ??= sentence;
  }
  return sentences;
}

/** Stands for input that the browser does not reveal because it is not a number; no parser accepts it. */
const unreadable = "?";

/** The text of an input; a text that no parser accepts where a number input holds something else. */
export function readInputText(input: HTMLInputElement | HTMLTextAreaElement): string {
  return input.validity.badInput ? unreadable : input.value;
}

/** Inputs whose value is not their text. */
const otherInputs = ["checkbox", "radio", "file", "hidden"];

/** Whether something other than the user and the application has written into the input. */
function isFilled(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  // React keeps the attribute `value` as it renders the input, except of a number that is being typed.
  return input.type === "number" || input.value !== input.defaultValue;
}

/**
 * The texts that stand in the fields of a form and not in its `values`, by name: password managers and extensions of the
 * browser write into inputs without an event. Selects read their own.
 */
export function readFilledTexts(
  form: HTMLFormElement | null,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, text: string])[] {
  const inputs = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input[data-path], textarea[data-path]",
  );
  return [...(inputs ?? [])].flatMap((input) => {
    const { path = "" } = input.dataset;
    const isText =
      !otherInputs.includes(input.type) &&
      !input.readOnly &&
      !input.disabled &&
      input.getAttribute("aria-haspopup") !== "listbox";
    const text = readInputText(input);
    return isText && path in values && text !== values[path] && isFilled(input)
      ? [[path, text] as const]
      : [];
  });
}
