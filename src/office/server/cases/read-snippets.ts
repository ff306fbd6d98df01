import { caseReference } from "#office/rules/case.ts";
import { caseSnippets, snippetDays, type CaseSnippet } from "#office/rules/case-snippet.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { localeOf } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { findCase } from "./case-queries.ts";
import { findReader } from "./snippet-queries.ts";

/**
 * The texts that staff insert into a case, in the language of its customer, with their name, the number of the thing and a
 * day by which staff write again. Throws `not_found`.
 */
export async function readSnippets(
  context: SignedInContext,
  { caseId }: { readonly caseId: string },
): Promise<{ items: { code: CaseSnippet; text: string }[] }> {
  const { db, now } = context;
  const found = await findCase(db, caseId);
  const reader = found && (await findReader(db, found.userId));
  if (found === undefined || reader === undefined) throw apiError("not_found");
  const language = reader.language;
  const date = addDays(now(), snippetDays).toLocaleDateString(localeOf(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  const number = found.subjectName === "" ? caseReference(found.number) : found.subjectName;
  const values = { name: reader.fullName, number, date };
  return {
    items: caseSnippets.map((code) => ({
      code,
      text: translate(language, `records.snippet.${code}`, values),
    })),
  };
}
