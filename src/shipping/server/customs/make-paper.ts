// What stands on the customs paper of a package, decided when its label is made.
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { CustomsForm } from "#catalogue/rules/shipping-service.ts";
import { readAllRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { convertedValue, paperValues, type KnownRates } from "#goods/rules/customs-values.ts";
import { itemValueMinor, type GoodsItem } from "#goods/rules/goods-item.ts";
import { mergedInData, mergedOnPaper, type PaperGoods } from "#goods/rules/merged-goods.ts";
import { sharedNetGrams, tooHeavyItem } from "#goods/rules/net-weight.ts";
import { readUsdPerSdr } from "#goods/server/customs/customs-facts.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { needsLatinName, printableText } from "#platform/rules/latin-script.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  customsFormOf,
  totalsOf,
  type CustomsPaperContent,
  type PaperParty,
} from "#shipping/rules/customs-paper.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { OutgoingRequest } from "#shipping/server/ship-requests/hand-over-requests.ts";
import type { PaperSource, ParcelGoods } from "./box-goods.ts";
import { insertPaper, type PaperFacts } from "./customs-paper-queries.ts";

/** What can be printed of a text. */
const printed = (text: string) => (printableText(text) ?? "").trim();

function countryOf(code: CountryCode): Pick<PaperParty, "country" | "countryCode"> {
  return { country: printed(countryByCode(code)?.name ?? code).toUpperCase(), countryCode: code };
}

function senderOf(facts: PaperFacts): CustomsPaperContent["sender"] {
  const { street, district, city, province } = facts.warehouseAddress.en;
  return {
    name: printed(facts.warehouseName),
    street: [street, district].map(printed).filter((line) => line !== ""),
    city: printed(city),
    state: province === city ? "" : printed(province),
    postalCode: printed(facts.warehousePostalCode),
    ...countryOf(facts.warehouseCountry),
    phone: printed(facts.warehousePhone),
    smsPhone: printed(facts.warehouseSmsPhone),
  };
}

/** Where a carrier's own label has an address in another script, what has no Latin letters stands on that label alone. */
function recipientOf(
  recipient: Recipient,
  countryCode: CountryCode,
): CustomsPaperContent["recipient"] {
  const { name, latinName, address, addressLine2 } = recipient;
  return {
    name: printed(needsLatinName(name) ? latinName : name),
    street: [address, addressLine2].map(printed).filter((line) => line !== ""),
    city: printed(recipient.city),
    state: printed(recipient.state),
    postalCode: printed(recipient.postalCode),
    ...countryOf(countryCode),
    phone: printed(recipient.phone),
    importerReference: printed(recipient.importerReference),
  };
}

type Value = { readonly valueMinor: number; readonly currency: DeclaredCurrency };

function valueOf(item: GoodsItem): Value | null {
  const valueMinor = itemValueMinor(item);
  return valueMinor === null || item.currency === null
    ? null
    : { valueMinor, currency: item.currency };
}

/** The values of goods in one currency, each rounded by itself; as they were stated where rates are not known. */
function valuesOnPaper(items: readonly GoodsItem[], rates: KnownRates) {
  const values = items.map(valueOf);
  const known = values.filter((value) => value !== null);
  const paper = known.length === 0 ? null : paperValues(known, rates);
  let next = 0;
  return values.map((value) => {
    if (value === null) return { valueMinor: null, currency: paper?.currency ?? "USD" };
    next += 1;
    if (paper === null) return value;
    return { valueMinor: paper.valuesMinor[next - 1] ?? 0, currency: paper.currency };
  });
}

/** What a box weighs with its goods, and without. */
export type PackedBox = { readonly packedGrams: number; readonly emptyGrams: number };

/** The lines of a box as a paper has them, each with its net weight and its value in the currency of the paper. */
function paperGoods(
  parcels: readonly ParcelGoods[],
  { packedGrams, emptyGrams }: PackedBox,
  rates: KnownRates,
): PaperGoods[] {
  const items = parcels.flatMap((parcel) => parcel.items);
  const values = valuesOnPaper(items, rates);
  let next = 0;
  const weighed = parcels.map(({ weightGrams, items: ofParcel }) => ({
    weightGrams,
    items: ofParcel.map(({ netGrams }) => {
      next += 1;
      return { netGrams, valueMinor: values[next - 1]?.valueMinor ?? null };
    }),
  }));
  const netGrams = Math.max(1, packedGrams - emptyGrams);
  // Weights that cannot be right are shared out as if none had been typed.
  const isTooHeavy = tooHeavyItem(weighed, packedGrams) !== null;
  const shared = sharedNetGrams(
    isTooHeavy
      ? weighed.map((parcel) => ({
          ...parcel,
          items: parcel.items.map((item) => ({ ...item, netGrams: null })),
        }))
      : weighed,
    netGrams,
  ).flat();
  return items.map((item, at) => ({
    description: item.description,
    quantity: item.quantity,
    hsCode: item.hsCode,
    originCode: item.originCode,
    merchantProductId: item.merchantProductId,
    manufacturerProductId: item.manufacturerProductId,
    standardProductId: item.standardProductId,
    netGrams: shared[at] ?? 1,
    valueMinor: values[at]?.valueMinor ?? null,
    currency: values[at]?.currency ?? "USD",
  }));
}

/**
 * The net weight of each goods item, parcel by parcel: of a packed box as its paper has it, else of each measured parcel by
 * itself; null where nothing was weighed.
 */
export function netGramsOf(
  parcels: readonly ParcelGoods[],
  packed: PackedBox | null,
  rates: KnownRates,
): (number | null)[][] {
  const shared = (some: readonly ParcelGoods[], box: PackedBox) => {
    const grams = paperGoods(some, box, rates).map(({ netGrams }) => netGrams);
    let next = 0;
    return some.map(({ items }) => {
      next += items.length;
      return grams.slice(next - items.length, next);
    });
  };
  if (packed !== null) return shared(parcels, packed);
  return parcels.map((parcel) =>
    parcel.weightGrams === null
      ? parcel.items.map(({ netGrams }) => netGrams)
      : (shared([parcel], { packedGrams: parcel.weightGrams, emptyGrams: 0 })[0] ?? []),
  );
}

/** What all lines cost in cents of US dollars; null where a value or rate is not known. */
function valueCentsOf(lines: readonly PaperGoods[], rates: KnownRates): number | null {
  const [total, ...others] = totalsOf(lines);
  if (total === undefined || others.length > 0) return null;
  if (lines.some(({ valueMinor }) => valueMinor === null)) return null;
  // Its lines were declared in it.
  const currency = total.currency as DeclaredCurrency;
  return convertedValue({ valueMinor: total.valueMinor, currency }, "USD", rates);
}

type Paper = { readonly form: CustomsForm; readonly content: CustomsPaperContent };

/** The paper of a package whose goods are known; null where nothing is stated of any. */
async function preparePaper(
  context: SignedInContext,
  db: Db,
  request: OutgoingRequest,
  { parcels, facts }: PaperSource,
  trackingNumber: string,
): Promise<Paper | null> {
  if (parcels.every(({ items }) => items.length === 0)) return null;
  const rates: KnownRates = await readAllRates({ ...context, db });
  const packedGrams = request.packedGrams ?? 1;
  const goods = paperGoods(parcels, { packedGrams, emptyGrams: facts.emptyGrams }, rates);
  const lines = mergedOnPaper(goods);
  const form = customsFormOf({
    customs: facts.customs,
    valueCents: valueCentsOf(lines, rates),
    usdPerSdr: await readUsdPerSdr({ db, now: context.now }),
    packedGrams,
    linesCount: lines.length,
    trackingNumber,
  });
  return {
    form,
    content: {
      category: facts.category,
      categoryText: printed(facts.categoryText),
      commerceType: facts.commerceType,
      trackingNumber,
      reference: shipRequestReference(request.number),
      day: localTime(facts.timeZone, context.now()).day,
      carrierName: printed(facts.carrierName),
      sender: senderOf(facts),
      recipient: recipientOf(request.recipient, request.countryCode),
      lines: lines.map(
        ({ description, quantity, netGrams, valueMinor, currency, hsCode, originCode }) => ({
          description,
          quantity,
          netGrams,
          valueMinor,
          currency,
          hsCode,
          originCode,
        }),
      ),
      dataLines: mergedInData(goods),
      totals: totalsOf(lines),
      netGrams: lines.reduce((sum, { netGrams }) => sum + netGrams, 0),
      grossGrams: packedGrams,
      postageCents: facts.freightCents,
      copies: facts.customs.copies,
    },
  };
}

/** Stores the customs paper of a label that was just made. */
export async function makePaper(
  context: SignedInContext,
  db: Db,
  request: OutgoingRequest,
  source: PaperSource,
  label: { readonly id: string; readonly trackingNumber: string },
): Promise<void> {
  const paper = await preparePaper(context, db, request, source, label.trackingNumber);
  if (paper === null) return;
  await insertPaper(db, {
    labelId: label.id,
    form: paper.form,
    content: JSON.stringify(paper.content),
    createdBy: context.session.person.id,
    createdAt: context.now(),
  });
}
