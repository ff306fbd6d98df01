// The goods in the boxes of ship requests, and what they lack for a label.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { readDataRules } from "#goods/server/customs/customs-facts.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { readItems } from "#goods/server/goods/read-items.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { sentence } from "#platform/server/translate.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  asksIdentifiers,
  hasTooManyLines,
  lackingLines,
  maxPaperLines,
  outgrowsPaper,
  type CustomsDemand,
  type LackingLine,
} from "#shipping/rules/customs-paper.ts";
import { listBoxedParcels, listPaperFacts, type PaperFacts } from "./customs-paper-queries.ts";

/** A parcel in a box, with its goods. */
export type ParcelGoods = {
  readonly inboundParcelId: string;
  readonly weightGrams: number | null;
  readonly items: readonly GoodsItem[];
};

/** The goods in the boxes of requests, parcel by parcel. */
export async function readBoxGoods(
  judge: GoodsJudge,
  db: Db,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, ParcelGoods[]>> {
  const parcels = await listBoxedParcels(db, shipRequestIds);
  const items = await readItems(
    judge,
    db,
    parcels.map(({ inboundParcelId }) => inboundParcelId),
  );
  const byRequest = Map.groupBy(parcels, ({ shipRequestId }) => shipRequestId);
  return new Map(
    [...byRequest].map(([id, ofRequest]) => [
      id,
      ofRequest.map(({ inboundParcelId, weightGrams }) => ({
        inboundParcelId,
        weightGrams,
        items: items.get(inboundParcelId) ?? [],
      })),
    ]),
  );
}

/** What the label and the paper of a request follow from: its goods, parcel by parcel, and all else. */
export type PaperSource = { readonly parcels: readonly ParcelGoods[]; readonly facts: PaperFacts };

async function readPaperSources(
  judge: GoodsJudge,
  db: Db,
  shipRequestIds: readonly string[],
): Promise<PaperSource[]> {
  const goods = await readBoxGoods(judge, db, shipRequestIds);
  const facts = await listPaperFacts(db, shipRequestIds);
  return facts.map((one) => ({ parcels: goods.get(one.shipRequestId) ?? [], facts: one }));
}

const itemsOf = ({ parcels }: PaperSource) => parcels.flatMap(({ items }) => items);

/** What customs ask of the goods of a package to a country. */
function demandOf(
  { customs, ...sent }: PaperFacts,
  rule: { readonly hsDigits: number; readonly wantsIdentifiers: boolean },
): CustomsDemand {
  return {
    hsDigits: rule.hsDigits,
    needsIdentifiers: customs.wantsIdentifiers && asksIdentifiers(sent, rule),
  };
}

/** What the goods of requests lack for their labels, in the order of `sources`. */
async function lackingIn(
  context: Pick<Context, "db" | "now">,
  sources: readonly PaperSource[],
): Promise<LackingLine[][]> {
  const countries = sources.map(({ facts }): CountryCode => facts.countryCode);
  const ruleOf = await readDataRules(context, countries);
  return sources.map((source) =>
    lackingLines(itemsOf(source), demandOf(source.facts, ruleOf(source.facts.countryCode))),
  );
}

/** Why no label can be made of the goods of a request: lines that lack something, or more lines than a paper has. */
type GoodsFault = {
  readonly lackingLines: readonly LackingLine[];
  readonly hasTooManyLines: boolean;
};

/** What is wrong with the goods of each request; requests that can have a label are left out. */
export async function readGoodsFaults(
  context: GoodsJudge & Pick<Context, "db">,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsFault>> {
  if (shipRequestIds.length === 0) return new Map();
  const sources = await readPaperSources(context, context.db, shipRequestIds);
  const lacking = await lackingIn(context, sources);
  return new Map(
    sources.flatMap((source, at) => {
      const lackingLines = lacking[at] ?? [];
      const isTooLong = hasTooManyLines(itemsOf(source));
      if (lackingLines.length === 0 && !isTooLong) return [];
      const fault: GoodsFault = { lackingLines, hasTooManyLines: isTooLong };
      return [[source.facts.shipRequestId, fault] as const];
    }),
  );
}

/** Lines that are named in a sentence; more are counted by the list of the error alone. */
const mostNamed = 3;

/** Throws `too_many_lines` where no paper has room for goods that go together, and they were fewer lines `before`. */
export function requireFewLines(
  items: readonly GoodsItem[],
  before: readonly GoodsItem[] = [],
): void {
  if (outgrowsPaper(before, items)) throw apiError("too_many_lines", { maximum: maxPaperLines });
}

/**
 * What the label and the paper of an accepted request follow from. Throws `code_missing`, with the `lines`, where its goods lack
 * what customs of its destination ask, and `too_many_lines`.
 */
export async function readLabelledGoods(
  context: GoodsJudge,
  db: Db,
  { id }: { readonly id: string },
): Promise<PaperSource> {
  const [source] = await readPaperSources(context, db, [id]);
  if (source === undefined) throw new Error(`The ship request ${id} has no accepted quote.`);
  const [lines = []] = await lackingIn({ db, now: context.now }, [source]);
  if (lines.length === 0) {
    requireFewLines(itemsOf(source));
    return source;
  }
  const names = lines.slice(0, mostNamed).map(({ description }) => description || "…");
  const text = lines.length > mostNamed ? `${names.join("; ")}; …` : names.join("; ");
  const isCode = lines.some(({ lacks }) => lacks === "code");
  const said = sentence(isCode ? "errors.codeMissing" : "errors.identifiersMissing", { text });
  throw apiError("code_missing", { lines }, said);
}
