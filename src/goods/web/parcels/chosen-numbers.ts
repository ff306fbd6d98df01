// Numbers that were found in a pasted text and not yet sent; kept as text, since a form and its draft hold texts.
import * as z from "zod/mini";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import type { FoundNumber } from "#goods/contract/inbound-parcels.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

/** A goods item as it is sent, with where its code is from. */
export type StatedItem = GoodsItemInput & Partial<Pick<GoodsItem, "hsCodeSource">>;

const chosenNumber = z.object({
  trackingNumber: z.string(),
  /** What the customer chose; null: as the number says. */
  carrierCode: z.nullable(z.string()),
  suggestedCarrierCode: z.nullable(z.string()),
  /** The own open parcel that has the number already. */
  inboundParcelId: z.nullable(z.string()),
  packageTrackingNumber: z.nullable(z.string()),
  /** What the text says of its parcel. */
  shop: z._default(z.string(), ""),
  orderReference: z._default(z.string(), ""),
  goodsItems: z._default(z.array(z.custom<StatedItem>()), []),
  /** What it says that all of them cost, whatever is stated of them afterwards. */
  declaredValueMinor: z._default(z.nullable(z.number()), null),
  declaredCurrency: z._default(z.nullable(z.custom<DeclaredCurrency>()), null),
  isValueConfirmed: z._default(z.boolean(), false),
});
export type ChosenNumber = z.infer<typeof chosenNumber>;

export function readChosenNumbers(text: string): readonly ChosenNumber[] {
  if (text === "") return [];
  try {
    const read = z.safeParse(z.array(chosenNumber), JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function writeChosenNumbers(numbers: readonly ChosenNumber[]): string {
  return numbers.length === 0 ? "" : JSON.stringify(numbers);
}

export function isSameNumber(one: string, other: string): boolean {
  return normaliseTrackingNumber(one) === normaliseTrackingNumber(other);
}

/** A number that was typed and that nobody has recognised. */
export function typedNumber(trackingNumber: string): ChosenNumber {
  return {
    trackingNumber,
    carrierCode: null,
    suggestedCarrierCode: null,
    inboundParcelId: null,
    packageTrackingNumber: null,
    shop: "",
    orderReference: "",
    goodsItems: [],
    declaredValueMinor: null,
    declaredCurrency: null,
    isValueConfirmed: false,
  };
}

export function chosenNumberOf(found: FoundNumber): ChosenNumber {
  const { trackingNumber, inboundParcelId, packageTrackingNumber } = found;
  const { shop, orderReference, carrierCode: suggestedCarrierCode } = found;
  const { declaredValueMinor, declaredCurrency } = found;
  const { goodsItems } = found;
  const known = { inboundParcelId, packageTrackingNumber };
  const said = { shop, orderReference, goodsItems, declaredValueMinor, declaredCurrency };
  return { ...typedNumber(trackingNumber), ...known, ...said, suggestedCarrierCode };
}

/** The numbers with `added` after them, each number once; `leftOutCount` of them did not fit. */
export function addChosenNumbers(
  numbers: readonly ChosenNumber[],
  added: readonly ChosenNumber[],
  maximum: number,
) {
  const isNew = ({ trackingNumber }: ChosenNumber) =>
    !numbers.some((number) => isSameNumber(number.trackingNumber, trackingNumber));
  const fresh = added.filter(isNew);
  const room = Math.max(0, maximum - numbers.length);
  return {
    numbers: [...numbers, ...fresh.slice(0, room)],
    addedCount: Math.min(room, fresh.length),
    leftOutCount: Math.max(0, fresh.length - room),
  };
}
