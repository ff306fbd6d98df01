// Lists about goods that staff keep: words, official codes, and the rate by which posts choose a form.
import type { ImportedGoodsList, ListedGoodsWord, SdrRate } from "#goods/contract/goods-lists.ts";
import {
  goodsListKey,
  goodsListLimits,
  parseGoodsList,
  type GoodsListName,
  type GoodsListRows,
} from "#goods/rules/list-import.ts";
import { findSdrRate, insertSdrRate } from "#goods/server/customs/customs-queries.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countWordRows,
  findWord,
  listHsCodesForImport,
  listStopWordsForImport,
  listWordRows,
  listWordsForImport,
  saveHsCodes,
  saveStopWords,
  saveWords,
  updateWordEnd,
  type StoredWord,
} from "./goods-list-queries.ts";

function toListedWord(word: StoredWord): ListedGoodsWord {
  const { term, language, descriptionEn: description, hsCode, flags, source, validUntil } = word;
  return { term, language, description, hsCode, flags, source, validUntil };
}

/** One page of words for goods. */
export async function listWords(
  { db }: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: ListedGoodsWord[]; total: number }> {
  const { search, page, pageSize } = input;
  const rows = await listWordRows(db, search, { offset: (page - 1) * pageSize, limit: pageSize });
  return { items: rows.map(toListedWord), total: await countWordRows(db, search) };
}

/** Says until when a word is suggested. Throws `not_found`. */
export async function endWord(
  context: SignedInContext,
  input: { readonly term: string; readonly language: Language; readonly validUntil: string | null },
): Promise<ListedGoodsWord> {
  const { db } = context;
  const { validUntil } = input;
  const before = await findWord(db, input);
  if (before === undefined) throw apiError("not_found");
  const edit = context.edits({ validUntil: before.validUntil }, { validUntil });
  if (edit === null) return toListedWord(before);
  const after = await updateWordEnd(db, input, { validUntil, updatedAt: context.now() });
  await context.audit(edit);
  return toListedWord(after ?? before);
}

type ListInput = { readonly csv: string; readonly mode: "preview" | "import" };

type ListOf<Name extends GoodsListName> = {
  readonly name: Name;
  /** Of the rows of a file those that are stored. */
  readonly stored: (rows: readonly GoodsListRows[Name][]) => Promise<GoodsListRows[Name][]>;
  readonly save: (rows: readonly GoodsListRows[Name][]) => Promise<void>;
};

/** The cells of a row as one text, the same for the same row. */
function contentOf(row: object): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function importList<Name extends GoodsListName>(
  context: SignedInContext,
  { csv, mode }: ListInput,
  { name, stored, save }: ListOf<Name>,
): Promise<ImportedGoodsList> {
  const { errors, rows } = parseGoodsList(name, csv);
  const before = new Map(
    (rows.length === 0 ? [] : await stored(rows)).map((row) => [goodsListKey(name, row), row]),
  );
  const added = rows.filter((row) => !before.has(goodsListKey(name, row)));
  const changed = rows.filter((row) => {
    const known = before.get(goodsListKey(name, row));
    return known !== undefined && contentOf(known) !== contentOf(row);
  });
  const counts = {
    addedCount: added.length,
    changedCount: changed.length,
    unchangedCount: rows.length - added.length - changed.length,
  };
  const isImported = mode === "import" && errors.length === 0;
  if (!isImported || added.length + changed.length === 0) context.unchanged();
  else {
    await save([...added, ...changed]);
    await context.auditOf(context.session.person.id, { after: { list: name, ...counts } });
  }
  const changes = [...added, ...changed]
    .slice(0, goodsListLimits.named)
    .map((row) => goodsListKey(name, row));
  return { isImported, errors: [...errors], ...counts, changes };
}

/** Imports words for goods; with any wrong row nothing. */
export async function importWords(
  context: SignedInContext,
  input: ListInput,
): Promise<ImportedGoodsList> {
  const { db } = context;
  return await importList(context, input, {
    name: "words",
    stored: async () => await listWordsForImport(db),
    save: async (rows) => await saveWords(db, rows, context.now()),
  });
}

/** The same of words that say too little. */
export async function importStopWords(
  context: SignedInContext,
  input: ListInput,
): Promise<ImportedGoodsList> {
  const { db } = context;
  return await importList(context, input, {
    name: "stop_words",
    stored: async () => await listStopWordsForImport(db),
    save: async (rows) => await saveStopWords(db, rows),
  });
}

/** The same of official codes, against which typed ones are checked from then on. */
export async function importHsCodes(
  context: SignedInContext,
  input: ListInput,
): Promise<ImportedGoodsList> {
  const { db } = context;
  const importedBy = context.session.person.id;
  return await importList(context, input, {
    name: "hs_codes",
    stored: async (rows) =>
      await listHsCodesForImport(
        db,
        rows.map(({ code }) => code),
      ),
    save: async (rows) => await saveHsCodes(db, rows, { importedBy, importedAt: context.now() }),
  });
}

/** The rate of the special drawing right that counts today. */
export async function readSdrRate({
  db,
  now,
}: Pick<SignedInContext, "db" | "now">): Promise<SdrRate> {
  const rate = await findSdrRate(db, todayOfRates(now()));
  if (rate === undefined) throw new Error("There is no rate of the special drawing right.");
  const { usdPerSdr, validFrom, source, sourceDay, confidence } = rate;
  return { usdPerSdr, validFrom, source, sourceDay, confidence };
}

/** Enters the rate from today on; a repeat changes nothing. Throws `conflict` where another one was entered today. */
export async function setSdrRate(
  context: SignedInContext,
  input: { readonly usdPerSdr: string; readonly source: string; readonly sourceDay: string },
): Promise<SdrRate> {
  const { db } = context;
  const before = await readSdrRate(context);
  const validFrom = todayOfRates(context.now());
  const rate = { ...input, validFrom, confidence: "primary" as const };
  const isInserted = await insertSdrRate(db, {
    ...rate,
    createdBy: context.session.person.id,
    createdAt: context.now(),
  });
  if (!isInserted) {
    const isSame =
      Number(before.usdPerSdr) === Number(input.usdPerSdr) &&
      before.source === input.source &&
      before.sourceDay === input.sourceDay;
    if (!isSame) throw apiError("conflict");
    context.unchanged();
    return before;
  }
  await context.audit({ before, after: rate });
  return await readSdrRate(context);
}
