import type { GoodsRulesImport } from "#catalogue/contract/goods-rules.ts";
import { doRulesTie } from "#catalogue/rules/goods-rule.ts";
import {
  goodsRuleColumns,
  readGoodsRuleFile,
  unreadGoodsRules,
  type GoodsRuleOfFile,
} from "#catalogue/rules/goods-rule-file.ts";
import { isPriceDay, todayOfRates } from "#catalogue/rules/price-day.ts";
import { listCarriers } from "#catalogue/server/carriers/carriers.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { textCell } from "#platform/rules/csv-row.ts";
import { fileText } from "#platform/rules/file-text.ts";
import { languages } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { countClosedBy } from "./count-closed-by.ts";
import {
  insertRules,
  listRulesFrom,
  listRulesOn,
  lockRules,
  updateEnd,
  type GoodsRuleRow,
} from "./goods-rule-queries.ts";

const mostBytes = 1_048_576;

/** Whether a rule of a file says the same as a stored one, wherever both are for the same. */
function saysTheSame(rule: GoodsRuleOfFile, stored: GoodsRuleRow): boolean {
  return (
    stored.answer === rule.answer &&
    stored.needsProof === rule.needsProof &&
    stored.source === rule.source &&
    stored.sourceDay === rule.sourceDay &&
    stored.confidence === rule.confidence &&
    languages.every((language) => stored.texts[language] === rule.texts[language])
  );
}

/** The day before the first rule that is scheduled for the same after `from`; null: none is. */
function untilScheduled(
  rule: GoodsRuleOfFile,
  known: readonly GoodsRuleRow[],
  from: string,
): string | null {
  const scheduled = known
    .filter((one) => doRulesTie(one, { ...rule, validFrom: from, validUntil: null }))
    .map(({ validFrom }) => validFrom)
    .toSorted();
  return scheduled[0] === undefined ? null : addCalendarDays(scheduled[0], -1);
}

type Change = {
  readonly rule: GoodsRuleOfFile;
  /** The one in whose place it comes; null: none counts then. */
  readonly followed: GoodsRuleRow | null;
  /** Its last day; null: until it is ended. */
  readonly validUntil: string | null;
};

/**
 * The rules of a file that say something else than the one that counts on its first day, with that one and the last day of the
 * new one: what is scheduled for later, an end too, stays.
 */
function changesOf(
  rules: readonly GoodsRuleOfFile[],
  known: readonly GoodsRuleRow[],
  from: string,
): Change[] {
  return rules.flatMap((rule): Change[] => {
    const followed = known.find((one) =>
      doRulesTie(one, { ...rule, validFrom: from, validUntil: from }),
    );
    if (followed === undefined) {
      return [{ rule, followed: null, validUntil: untilScheduled(rule, known, from) }];
    }
    return saysTheSame(rule, followed) ? [] : [{ rule, followed, validUntil: followed.validUntil }];
  });
}

async function save(
  context: SignedInContext,
  changes: readonly Change[],
  validFrom: string,
): Promise<void> {
  const { db, session } = context;
  const [by, at] = [session.person.id, context.now()];
  const validUntil = addCalendarDays(validFrom, -1);
  for (const { id } of changes.flatMap(({ followed }) => followed ?? [])) {
    await updateEnd(db, id, { validUntil, endedBy: by, endedAt: at });
  }
  const added = await insertRules(
    db,
    changes.map(({ rule: { texts, ...rule }, validUntil: until }) => ({
      ...rule,
      texts: JSON.stringify(texts),
      validFrom,
      validUntil: until,
      createdBy: by,
      createdAt: at,
    })),
  );
  await context.auditOf(by, { after: { validFrom, goodsRuleIds: added.map(({ id }) => id) } });
  await context.listeners.laneChanged(context, db);
  context.log.info({ validFrom, count: added.length }, "Rules about goods imported");
}

/**
 * Adds the rules of a CSV file from a day on, each in place of the one about the same goods and for the same services that
 * counts then, for as long as that would have counted, or only says what that would change. A file with an error adds nothing.
 * Throws `invalid_storage_day` and `too_large` above 1 MB.
 */
export async function importGoodsRules(
  context: SignedInContext,
  {
    file,
    validFrom,
    mode,
  }: {
    readonly file: File;
    readonly validFrom: string;
    readonly mode: "preview" | "import";
  },
): Promise<GoodsRulesImport> {
  const { db } = context;
  if (!isPriceDay(validFrom, todayOfRates(context.now()))) throw apiError("invalid_storage_day");
  if (file.size > mostBytes) throw apiError("too_large", { limitBytes: mostBytes });
  const { services } = await readServices(context);
  const { items: carriers } = await listCarriers(context);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = fileText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true }));
  const { rules, errors } =
    text === null
      ? unreadGoodsRules
      : readGoodsRuleFile(text, {
          services: new Set(services.map(({ code }) => code)),
          carriers: new Set(carriers.map(({ code }) => code)),
        });
  const isPreview = mode === "preview";
  if (!isPreview) await lockRules(db);
  const known = await listRulesFrom(db, validFrom);
  const changes = changesOf(rules, known, validFrom);
  const ended = new Set(changes.flatMap(({ followed }) => followed?.id ?? []));
  const added = changes.map(({ rule }) => rule);
  const closedRequestsCount = isPreview
    ? await countClosedBy(context, { validFrom, added, ended })
    : null;
  const isImported = !isPreview && errors.length === 0 && changes.length > 0;
  if (isImported) await save(context, changes, validFrom);
  else context.unchanged();
  return {
    isImported,
    errors: [...errors],
    addedCount: changes.length,
    endedCount: ended.size,
    closedRequestsCount,
  };
}

const format = { locale: "en-US", timeZone: "UTC" };

/** `goods-rules.csv` with the rules of today, in the columns of an import. Throws what `csvDownload` throws. */
export async function exportGoodsRules(
  context: SignedInContext,
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<GoodsRuleRow>(context, format, {
    fileName: "goods-rules.csv",
    columns: goodsRuleColumns,
    rowsAtOnce: Infinity,
    readAfter: async () => await listRulesOn(context.db, todayOfRates(context.now())),
    cellsOf: (_csv, rule) => [
      rule.flag,
      rule.serviceCode ?? "",
      rule.carrierCode ?? "",
      rule.mode ?? "",
      rule.countryCode ?? "",
      rule.answer,
      rule.needsProof ? "yes" : "no",
      textCell(rule.texts.en),
      textCell(rule.texts["zh-Hant-HK"]),
      textCell(rule.texts["zh-Hans"]),
      textCell(rule.source),
      rule.sourceDay,
      rule.confidence,
    ],
  });
}
