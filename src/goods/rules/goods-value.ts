// Values of goods that customs will hardly believe. None is ever changed: whoever declared it confirms it.
import { convertedValue, paperValues, type KnownRates } from "./customs-values.ts";
import { itemValueMinor, type GoodsItem } from "./goods-item.ts";
import type { DeclaredCurrency } from "./inbound-parcel.ts";

/** A goods item that cost less, in cents of US dollars. */
const leastItemCents = 50;
/** All of it cost less than so many percent of what was said before. */
const leastPercentOfBefore = 30;

type Valued = Pick<GoodsItem, "quantity" | "unitValueMinor" | "currency">;

/** What an order or an earlier declaration said that all of a parcel cost. */
type SaidValue = { readonly valueMinor: number; readonly currency: DeclaredCurrency };

function valueOf(item: Valued): SaidValue | null {
  const valueMinor = itemValueMinor(item);
  return valueMinor === null || item.currency === null
    ? null
    : { valueMinor, currency: item.currency };
}

/** Whether all goods together cost less than 30 % of what was said before; false where one has no value yet. */
function isTotalLow(values: readonly (SaidValue | null)[], before: SaidValue, rates: KnownRates) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return false;
  const total = paperValues(known, rates);
  if (total === null) return false;
  const said = convertedValue(before, total.currency, rates);
  return said !== null && total.totalMinor * 100 < said * leastPercentOfBefore;
}

/** What customs may ask about the values: about goods items that cost less than half a US dollar, and about all together. */
export function valueDoubts(items: readonly Valued[], before: SaidValue | null, rates: KnownRates) {
  const { lowItems, isTotalLow: isLow } = lowValues(items, before, rates);
  return [
    ...lowItems.map((index) => ({ index, kind: "low_value" as const, stopWords: [] })),
    ...(isLow ? [{ index: null, kind: "low_total" as const, stopWords: [] }] : []),
  ];
}

/** Whether goods cost the same, piece by piece, so that what was said of that stands. */
export function areValuedAlike(before: readonly Valued[], after: readonly Valued[]): boolean {
  const valued = (items: readonly Valued[]) =>
    JSON.stringify(items.map((item) => [item.quantity, item.unitValueMinor, item.currency]));
  return valued(before) === valued(after);
}

/** The places of goods items that cost less than half a US dollar, and whether all together cost far less than said before. */
export function lowValues(
  items: readonly Valued[],
  before: SaidValue | null,
  rates: KnownRates,
): { readonly lowItems: readonly number[]; readonly isTotalLow: boolean } {
  const values = items.map(valueOf);
  const lowItems = values.flatMap((value, index) => {
    const cents = value === null ? null : convertedValue(value, "USD", rates);
    return cents !== null && cents < leastItemCents ? [index] : [];
  });
  return { lowItems, isTotalLow: before !== null && isTotalLow(values, before, rates) };
}
