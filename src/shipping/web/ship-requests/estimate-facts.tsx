import { Stack, Text } from "@mantine/core";
import type { ShippingEstimate } from "#shipping/contract/shipping-estimates.ts";
import { sentenceGap } from "#ui/web/i18n/join-sentences.ts";
import { moneyText, weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

function weightSpan({ fromGrams, toGrams }: ShippingEstimate): string | null {
  if (fromGrams === null || toGrams === null) return null;
  const [from, to] = [weightText(fromGrams), weightText(toGrams)];
  return from === to ? to : t("ship-requests.weight.span", { from, to });
}

/** The box, and what it costs besides the prices of the services. */
function boxText({ boxName, boxCents }: ShippingEstimate): string | null {
  if (boxName === null) return null;
  return boxCents > 0
    ? t("ship-requests.estimate.boxPriced", { box: boxName, price: moneyText(boxCents) })
    : t("ship-requests.estimate.box", { box: boxName });
}

/** On what the estimates are based. */
export function EstimateFacts(props: { estimate: ShippingEstimate }) {
  const { estimate } = props;
  const { parcelsCount, unmeasuredCount, storageCents } = estimate;
  const weight = weightSpan(estimate);
  const box = boxText(estimate);
  return (
    <Stack gap={2}>
      <Text size="sm">
        <span>
          {weight === null
            ? t("ship-requests.estimate.unmeasured", { count: parcelsCount })
            : t("ship-requests.estimate.weight", { count: parcelsCount, weight })}
        </span>
        {sentenceGap()}
        {box === null ? null : <span>{box}</span>}
      </Text>
      {weight !== null && unmeasuredCount > 0 ? (
        <Text size="sm">{t("ship-requests.estimate.without", { count: unmeasuredCount })}</Text>
      ) : null}
      {storageCents > 0 ? (
        <Text size="sm">
          {t("ship-requests.estimate.storage", { amount: moneyText(storageCents) })}
        </Text>
      ) : null}
    </Stack>
  );
}
