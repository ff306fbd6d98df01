import type { Language } from "#platform/rules/language.ts";

/** Texts that staff insert into what they write in cases. */
export const caseSnippets = [
  "looking_into_it",
  "photo_please",
  "our_photo",
  "carrier_asked",
  "on_its_way",
  "neighbour",
  "customs_invoice",
  "address_check",
  "parcel_found",
  "search_goes_on",
  "no_money",
  "all_done",
] as const;
export type CaseSnippet = (typeof caseSnippets)[number];

/** In how many days staff say that they write again. */
export const snippetDays = 3;

/** A text in each language, with fields that are filled in. */
export type CaseSnippetTexts = Readonly<Record<Language, string>>;

/** The longest text, in characters, before its fields are filled in. */
export const snippetLimit = 2_000;

/** What is filled in: the customer's name, the number of the thing, and the day by which staff write again. */
const snippetFields = ["name", "number", "date"] as const;
type SnippetValues = Readonly<Record<(typeof snippetFields)[number], string>>;

/** What stands in braces in a text and is no field, such as "nmae". */
export function unknownSnippetFields(text: string): string[] {
  const known: readonly string[] = snippetFields;
  return [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, field = ""]) => field)
    .filter((field) => !known.includes(field));
}

/** The text with its fields filled in. */
export function fillSnippet(text: string, values: SnippetValues): string {
  return text.replaceAll(
    /\{(name|number|date)\}/g,
    (_, field: keyof SnippetValues) => values[field],
  );
}
