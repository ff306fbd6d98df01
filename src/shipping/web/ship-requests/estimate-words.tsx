import { Text } from "@mantine/core";
import { packageNumberText } from "#goods/rules/package-number.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import type { ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import { moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** A weight, or a span of two that differ. */
export function weightSpanText(fromGrams: number, toGrams: number): string {
  const [from, to] = [weightText(fromGrams), weightText(toGrams)];
  return from === to ? to : t("ship-requests.weight.span", { from, to });
}

/** What it is expected to weigh when packed; null where nothing was measured. */
export function packedWeightText({
  fromGrams,
  toGrams,
}: Pick<ShippingEstimate, "fromGrams" | "toGrams">): string | null {
  return fromGrams === null || toGrams === null ? null : weightSpanText(fromGrams, toGrams);
}

/** The box that is expected to be used, with what it costs; null where none holds it. */
export function boxText({
  boxName,
  boxCents,
}: Pick<ShippingEstimate, "boxName" | "boxCents">): string | null {
  if (boxName === null) return null;
  return boxCents > 0
    ? t("ship-parcels.boxPriced", { box: boxName, price: moneyText(boxCents) })
    : t("ship-parcels.box", { box: boxName });
}

/** Says what the plan carries where what goes may weigh more. */
export function OverPlan(props: { estimate: ParcelsEstimate }) {
  const { toGrams, planMaxWeightGrams } = props.estimate;
  const weight = packedWeightText(props.estimate);
  if (weight === null || toGrams === null || planMaxWeightGrams === null) return null;
  if (toGrams <= planMaxWeightGrams) return null;
  return (
    <Text size="sm" c="var(--mantine-color-yellow-light-color)">
      {t("ship-parcels.overPlan", { weight, maximum: weightText(planMaxWeightGrams) })}
    </Text>
  );
}

/** By how many services the parcels go, said before anybody compares them. */
export function GoesBy({ estimate }: { estimate: ParcelsEstimate }) {
  const { count, of } = estimate.goesBy;
  if (of === 0) return null;
  return <Text size="sm">{t("ship-parcels.goesBy", { count, of })}</Text>;
}

/** What refuses the parcels together; null where nothing does, or what is shown instead of the form. */
export function obstacleText({ obstacle, beingSent }: ParcelsEstimate): string | null {
  if (obstacle === null || isAboutPlan(obstacle)) return null;
  const numbers = new Set(beingSent.map((one) => packageNumberText(one.package.number)));
  if (obstacle === "ship_request_open" && numbers.size > 0)
    return t("ship-parcels.beingSent", {
      packages: new Intl.ListFormat(readerLocale()).format([...numbers]),
    });
  return t(`ship-parcels.obstacle.${obstacle}`);
}

function isAboutPlan(
  obstacle: ParcelsEstimate["obstacle"],
): obstacle is "subscription_required" | "quota_exceeded" {
  return obstacle === "subscription_required" || obstacle === "quota_exceeded";
}
