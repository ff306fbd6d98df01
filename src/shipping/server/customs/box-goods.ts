// The goods in the boxes of ship requests, and what they lack for a label.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { readDataRules } from "#goods/server/customs/customs-facts.ts";
import { readItems } from "#goods/server/goods/read-items.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { sentence } from "#platform/server/translate.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  lackingLines,
  maxPaperLines,
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
  db: Db,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, ParcelGoods[]>> {
  const parcels = await listBoxedParcels(db, shipRequestIds);
  const items = await readItems(
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

/** What customs ask of the goods of a package to a country. */
function demandOf(
  { customs, category, commerceType }: PaperFacts,
  rule: { readonly hsDigits: number; readonly wantsIdentifiers: boolean },
): CustomsDemand {
  const isSale = category === "sale" && commerceType === "b2c";
  return {
    hsDigits: rule.hsDigits,
    needsIdentifiers: rule.wantsIdentifiers && isSale && customs.wantsIdentifiers,
  };
}

/** The lines of each request that lack something for its label; requests that lack nothing are left out. */
export async function readLackingLines(
  context: Pick<Context, "db" | "now">,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, LackingLine[]>> {
  const { db } = context;
  if (shipRequestIds.length === 0) return new Map();
  const goods = await readBoxGoods(db, shipRequestIds);
  const facts = await listPaperFacts(db, shipRequestIds);
  const ruleOf = await readDataRules(
    context,
    facts.map(({ countryCode }): CountryCode => countryCode),
  );
  return new Map(
    facts.flatMap((one) => {
      const { shipRequestId, countryCode } = one;
      const items = (goods.get(shipRequestId) ?? []).flatMap((parcel) => parcel.items);
      const demand = demandOf(one, ruleOf(countryCode));
      const lines = lackingLines(items, demand);
      return lines.length === 0 ? [] : [[shipRequestId, lines] as const];
    }),
  );
}

/** Lines that are named in a sentence; more are counted by the list of the error alone. */
const mostNamed = 3;

/** Throws `too_many_lines` where no paper could have all goods of a request. */
async function requireFewLines(db: Db, id: string): Promise<void> {
  const goods = (await readBoxGoods(db, [id])).get(id) ?? [];
  const items = goods.flatMap((parcel) => parcel.items);
  if (items.length <= maxPaperLines) return;
  const different = new Set(
    items.map(({ description, hsCode, originCode }) =>
      JSON.stringify([description, hsCode, originCode]),
    ),
  );
  if (different.size > maxPaperLines) throw apiError("too_many_lines");
}

/**
 * Throws `code_missing`, with the `lines`, where goods of a request lack what customs of its destination ask, and
 * `too_many_lines`.
 */
export async function requireCodes(
  context: Pick<Context, "db" | "now">,
  db: Db,
  { id }: { readonly id: string },
): Promise<void> {
  const lines = (await readLackingLines({ db, now: context.now }, [id])).get(id);
  if (lines === undefined) return await requireFewLines(db, id);
  const names = lines.slice(0, mostNamed).map(({ description }) => description || "…");
  const text = lines.length > mostNamed ? `${names.join("; ")}; …` : names.join("; ");
  const isCode = lines.some(({ lacks }) => lacks === "code");
  const said = sentence(isCode ? "errors.codeMissing" : "errors.identifiersMissing", { text });
  throw apiError("code_missing", { lines }, said);
}
