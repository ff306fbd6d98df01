// What staff found in a parcel besides what was recorded when it arrived: it stays whatever its customer states of the goods.
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import type { GoodsItem } from "./goods-item.ts";

/** Batteries that are there, and properties of goods. */
export type FoundGoods = {
  readonly batteries: readonly BatteryKind[];
  readonly goods: readonly GoodsFlag[];
};

export const nothingFound: FoundGoods = { batteries: [], goods: [] };

const isBattery = (kind: BatteryKind) => kind !== "none" && kind !== "unknown";

type Screened = Pick<GoodsItem, "battery" | "flags">;

/**
 * One kind of what was found after a correction: what lines gained is found. Lines that lose it take nothing off, since it may
 * have been found in another one.
 */
function correctedKind<Kind extends string>(
  found: readonly Kind[],
  takenOff: readonly Kind[],
  lines: { readonly before: readonly Kind[][]; readonly after: readonly Kind[][] },
): Kind[] {
  const added = lines.after.flatMap((kinds, at) =>
    kinds.filter((kind) => lines.before[at]?.includes(kind) !== true),
  );
  return [...new Set([...found.filter((kind) => !takenOff.includes(kind)), ...added])];
}

/** What staff have found in a parcel once they corrected its goods item by item, and took off what was a mistake. */
export function foundAfter(
  found: FoundGoods,
  takenOff: FoundGoods,
  { before, after }: { readonly before: readonly Screened[]; readonly after: readonly Screened[] },
): FoundGoods {
  const batteriesOf = (items: readonly Screened[]) =>
    items.map(({ battery }) => [battery].filter(isBattery));
  const flagsOf = (items: readonly Screened[]) => items.map(({ flags }) => [...flags]);
  return {
    batteries: correctedKind(found.batteries, takenOff.batteries, {
      before: batteriesOf(before),
      after: batteriesOf(after),
    }),
    goods: correctedKind(found.goods, takenOff.goods, {
      before: flagsOf(before),
      after: flagsOf(after),
    }),
  };
}

export function isAnythingFound({ batteries, goods }: FoundGoods): boolean {
  return batteries.length + goods.length > 0;
}

/** All that we saw in a parcel: what was recorded when it arrived, and what was found since. */
export function seenGoods({
  battery,
  goodsFlags,
  found,
}: {
  readonly battery: BatteryKind;
  readonly goodsFlags: readonly GoodsFlag[];
  readonly found: FoundGoods;
}): FoundGoods {
  const batteries = [...new Set([battery, ...found.batteries])];
  return {
    batteries: batteries.length === 1 ? batteries : batteries.filter(isBattery),
    goods: [...new Set([...goodsFlags, ...found.goods])],
  };
}
