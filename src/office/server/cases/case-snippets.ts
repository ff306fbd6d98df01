// Texts that staff insert into what they write in cases: the product's own until others are saved.
import type { CaseSnippetSetting } from "#office/contract/case-snippets.ts";
import { caseReference } from "#office/rules/case.ts";
import {
  caseSnippets,
  fillSnippet,
  snippetDays,
  type CaseSnippet,
  type CaseSnippetTexts,
} from "#office/rules/case-snippet.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { translate } from "#platform/server/translate.ts";
import { findCase } from "./case-queries.ts";
import { findReader, listSnippetRows, lockSnippet, updateSnippet } from "./snippet-queries.ts";

/** Fields that stay as they are written. */
const unfilled = { name: "{name}", number: "{number}", date: "{date}" };

function ownTexts(code: CaseSnippet): CaseSnippetTexts {
  const inLanguage = (language: Language) =>
    translate(language, `records.snippet.${code}`, unfilled);
  return {
    en: inLanguage("en"),
    "zh-Hant-HK": inLanguage("zh-Hant-HK"),
    "zh-Hans": inLanguage("zh-Hans"),
  };
}

function describe(
  code: CaseSnippet,
  row: Pick<RowOf<"caseSnippets">, "texts" | "version"> | undefined,
): CaseSnippetSetting {
  const own = ownTexts(code);
  const version = row?.version ?? 0;
  return {
    code,
    texts: row === undefined || version === 0 ? own : row.texts,
    ownTexts: own,
    version,
  };
}

async function listAll({ db }: Pick<SignedInContext, "db">): Promise<CaseSnippetSetting[]> {
  const rows = await listSnippetRows(db);
  return caseSnippets.map((code) =>
    describe(
      code,
      rows.find((row) => row.code === code),
    ),
  );
}

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
  const { language } = reader;
  const date = addDays(now(), snippetDays).toLocaleDateString(localeOf(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  const number = found.subjectName === "" ? caseReference(found.number) : found.subjectName;
  const values = { name: reader.fullName, number, date };
  const settings = await listAll(context);
  return {
    items: settings.map(({ code, texts }) => ({
      code,
      text: fillSnippet(texts[language], values),
    })),
  };
}

/** All of them in each language, in their order. */
export async function listSnippets(
  context: SignedInContext,
): Promise<{ items: CaseSnippetSetting[] }> {
  return { items: await listAll(context) };
}

/** Changes a text in each language. Throws `conflict` (with the stored ones as `current`) where it was changed since. */
export async function saveSnippet(
  context: SignedInContext,
  input: { readonly code: CaseSnippet; readonly texts: CaseSnippetTexts },
): Promise<CaseSnippetSetting> {
  const { db } = context;
  const { code, texts } = input;
  const now = context.now();
  const stored = describe(code, await lockSnippet(db, { code, texts: ownTexts(code), now }));
  const edit = context.edits(stored.texts, texts, stored.version);
  if (edit === null) return stored;
  await updateSnippet(db, { code, texts, version: stored.version + 1, now });
  await context.audit(edit);
  context.log.info({ code }, "Text for cases changed");
  return { ...stored, texts, version: stored.version + 1 };
}
