import type {
  InboundParcel,
  NumberInOtherPackage,
  FoundNumber,
} from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockOwnPackage } from "#goods/server/packages/lock-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { listOpenParcels, listOwnParcels, type OpenParcel } from "./inbound-parcel-queries.ts";
import {
  divideByPackage,
  assignTrackingNumbers,
  type DeclaredNumber,
} from "./assign-tracking-numbers.ts";
import { requireOpenPackage } from "./lock-own-parcels.ts";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import { totalOf } from "#goods/rules/goods-of-parcel.ts";
import { readPastedOrders, type PastedOrder } from "#goods/rules/pasted-order.ts";
import { checkItems, describeTitles } from "#goods/server/goods/check-items.ts";
import { saidValueOf } from "#goods/server/goods/declared-goods.ts";
import { readWarnings } from "#goods/server/goods/goods-warnings.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { findTrackingNumbers, maxPastedLength } from "#goods/rules/pasted-text.ts";
import { sentence } from "#platform/server/translate.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

type DeclaredInput = Omit<DeclaredNumber, "goodsItems" | "valueConfirmedAt"> & {
  readonly goodsItems: readonly GoodsItemInput[];
  readonly isValueConfirmed: boolean;
};

type Input = {
  readonly items: readonly DeclaredInput[];
  readonly packageId: string | null;
};

type Declared = { items: InboundParcel[]; inOtherPackages: NumberInOtherPackage[] };

/**
 * The numbers normalised, with their goods as they are stored; of those that are repeated, the first. Throws
 * `invalid_tracking_number` and `description_refused`.
 */
async function parseNumbers(
  context: SignedInContext,
  items: readonly DeclaredInput[],
): Promise<DeclaredNumber[]> {
  const numbers = new Map<string, DeclaredInput & { readonly place: number }>();
  for (const [place, item] of items.entries()) {
    const checked = checkTrackingNumber(item.trackingNumber);
    if (!checked.ok) {
      throw apiError("invalid_tracking_number", { reason: checked.reason, index: place });
    }
    const { trackingNumber } = checked;
    if (!numbers.has(trackingNumber)) {
      numbers.set(trackingNumber, { ...item, trackingNumber, place });
    }
  }
  const parsed = [...numbers.values()];
  const checkedGoods = await checkItems(
    context,
    parsed.map(({ goodsItems }) => goodsItems),
    (at) => ({ numberIndex: parsed[at]?.place }),
  );
  const checked = parsed.map(({ place: _place, ...number }, at) => ({
    ...number,
    goodsItems: checkedGoods[at] ?? [],
  }));
  const warnings = await readWarnings(
    context,
    checked.map((number) => ({ goodsItems: number.goodsItems, saidValue: saidValueOf(number) })),
  );
  return checked.map(({ isValueConfirmed, ...number }, at) => ({
    ...number,
    valueConfirmedAt: isValueConfirmed && isValueDoubted(warnings[at] ?? []) ? context.now() : null,
  }));
}

function toOtherPackage(parcel: OpenParcel): NumberInOtherPackage {
  return {
    trackingNumber: parcel.trackingNumber,
    packageId: parcel.packageId ?? "",
    packageNumber: parcel.packageNumber ?? 0,
    packageTrackingNumber: parcel.packageTrackingNumber ?? "",
  };
}

/** The parcels of a request in the order of its numbers, those that it declared as they are now. */
async function describeDeclared(
  context: SignedInContext,
  db: Db,
  numbers: readonly DeclaredNumber[],
  found: {
    readonly open: readonly OpenParcel[];
    readonly packageId: string | null;
  },
): Promise<Declared> {
  const { parcels, inOtherPackages } = divideByPackage(found.open, found.packageId);
  const elsewhere = new Set(inOtherPackages.map(({ id }) => id));
  const ids = parcels.map(({ id }) => id);
  const places = new Map(numbers.map(({ trackingNumber }, place) => [trackingNumber, place]));
  const placeOf = (number: string | null) => places.get(number ?? "") ?? numbers.length;
  const items = await listOwnParcels(context, db, context.session.person.id, [...new Set(ids)]);
  return {
    items: items
      .filter(({ id }) => !elsewhere.has(id))
      .toSorted((one, other) => placeOf(one.trackingNumber) - placeOf(other.trackingNumber)),
    inOtherPackages: inOtherPackages
      .toSorted((one, other) => placeOf(one.trackingNumber) - placeOf(other.trackingNumber))
      .map(toOtherPackage),
  };
}

/**
 * Declares parcels that are on their way, loose or in an own package. A number that is open already gets no second
 * parcel: a loose one joins the package, and one in another package stays there and is returned in `inOtherPackages`. A
 * number that is repeated counts once.
 *
 * Throws `invalid_tracking_number` (with the `index` of the item), `description_refused` (with that as `numberIndex`, and
 * the `index` of the goods item), `account_closed`,
 * `not_found` and `package_not_open` for the package, `carrier_not_found`, and
 * `too_many_inbound_parcels`.
 */
export async function declareInboundParcels(
  context: SignedInContext,
  input: Input,
): Promise<Declared> {
  const { db } = context;
  const { packageId } = input;
  const numbers = await parseNumbers(context, input.items);
  const { person } = context.session;
  await lockCustomer(db, person.id);
  if (packageId !== null) {
    await requireOpenPackage(db, await lockOwnPackage(context, db, packageId));
  }
  const placed = await assignTrackingNumbers(context, db, { numbers, packageId });
  const open = [...placed.parcels, ...placed.inOtherPackages];
  const declared = await describeDeclared(context, db, numbers, { open, packageId });
  await context.auditOf(packageId ?? person.id, {
    after: { trackingNumbers: declared.items.map(({ trackingNumber }) => trackingNumber) },
  });
  context.log.info({ packageId, count: declared.items.length }, "Inbound parcels declared");
  return declared;
}

/** What is kept of declared parcels, from which a repeat is answered. */
export function keepDeclared({ items, inOtherPackages }: Declared) {
  return { parcelIds: items.map(({ id }) => id), inOtherPackages };
}

/** The parcels as they are now, for a repeated request. */
export async function describeDeclaredAgain(
  context: SignedInContext,
  { parcelIds, inOtherPackages }: ReturnType<typeof keepDeclared>,
): Promise<Declared> {
  const { db, session } = context;
  const items = await listOwnParcels(context, db, session.person.id, parcelIds);
  const placeOf = ({ id }: InboundParcel) => parcelIds.indexOf(id);
  return {
    items: items.toSorted((one, other) => placeOf(one) - placeOf(other)),
    inOtherPackages,
  };
}

/** The goods that a text names for each number, described as far as their names are known. */
async function describeGoods(
  context: SignedInContext,
  trackingNumbers: readonly string[],
  orders: ReadonlyMap<string, PastedOrder>,
): Promise<ReadonlyMap<string, GoodsItem[]>> {
  const named = trackingNumbers.flatMap((trackingNumber) =>
    (orders.get(trackingNumber)?.goods ?? []).map((goods) => ({ trackingNumber, ...goods })),
  );
  const described = await describeTitles(
    context,
    named.map(({ title }) => title),
  );
  const items = named.map(({ trackingNumber, title: _title, ...goods }, at) => {
    return { trackingNumber, item: { ...noGoods, ...goods, ...described[at] } };
  });
  return new Map(
    [...Map.groupBy(items, ({ trackingNumber }) => trackingNumber)].map(
      ([trackingNumber, of]) => [trackingNumber, of.map(({ item }) => item)] as const,
    ),
  );
}

/**
 * The tracking numbers in a text, each with its likeliest carrier, the own open parcel that has it already, and what the text
 * says of its shop, order and goods. Saves nothing. Throws `too_large` for more than 100,000 characters.
 */
export async function readPasted(
  context: SignedInContext,
  { text }: { readonly text: string },
): Promise<{ items: FoundNumber[]; repeatedCount: number; leftOutCount: number }> {
  const { db, session } = context;
  if (text.length > maxPastedLength) {
    const details = { length: text.length, maximum: maxPastedLength };
    throw apiError("too_large", details, sentence("errors.pastedTextTooLong"));
  }
  const { trackingNumbers, ...counts } = findTrackingNumbers(text);
  const open = await listOpenParcels(db, session.person.id, trackingNumbers);
  const orders = readPastedOrders(text);
  const goodsOf = await describeGoods(context, trackingNumbers, orders);
  const items = trackingNumbers.map((trackingNumber) => {
    const carrier = recognizeCarrier(trackingNumber);
    const known = open.find((parcel) => parcel.trackingNumber === trackingNumber);
    const goodsItems = goodsOf.get(trackingNumber) ?? [];
    const total = totalOf(goodsItems);
    return {
      trackingNumber,
      carrierCode: carrier?.carrierCode ?? null,
      confidence: carrier?.confidence ?? null,
      inboundParcelId: known?.id ?? null,
      packageNumber: known?.packageNumber ?? null,
      packageTrackingNumber: known?.packageTrackingNumber ?? null,
      shop: orders.get(trackingNumber)?.shop ?? "",
      orderReference: orders.get(trackingNumber)?.orderReference ?? "",
      goodsItems,
      declaredValueMinor: total?.declaredValueMinor ?? null,
      declaredCurrency: total?.declaredCurrency ?? null,
    };
  });
  return { items, ...counts };
}
