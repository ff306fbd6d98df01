import { Anchor } from "@mantine/core";
import type { CarrierWeight } from "#shipping/contract/manifests.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function percentText(part: number): string {
  const format = { style: "percent", maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(readerLocale(), format).format(part);
}

/** By how much the carrier's weight differs from ours, in a sentence that says what follows. */
function differenceText({ weightGrams, packedGrams }: CarrierWeight): string {
  const difference = Math.abs(weightGrams - packedGrams);
  return t("carrier-weights.differs", {
    direction: weightGrams > packedGrams ? "more" : "less",
    carrier: weightText(weightGrams),
    packed: weightText(packedGrams),
    difference: weightText(difference),
    percent: percentText(difference / packedGrams),
  });
}

/** That a carrier's weight differs from ours and what follows, with our photo of the scale and what was found. */
export function WeightDifference(props: { weight: CarrierWeight; trackingNumber: string }) {
  const { weight, trackingNumber } = props;
  return (
    <>
      <span>{differenceText(weight)}</span>
      {sentenceGap()}
      {weight.photoUrl === null ? (
        <span>{t("carrier-weights.noPhoto")}</span>
      ) : (
        <Anchor
          href={weight.photoUrl}
          target="_blank"
          rel="noopener"
          inherit
          underline="always"
          aria-label={t("carrier-weights.photoNamed", { number: trackingNumber })}
        >
          {t("carrier-weights.photo")}
        </Anchor>
      )}
      {weight.state === "settled" ? (
        <div>
          {weight.settledReason === ""
            ? t("carrier-weights.settled")
            : t("carrier-weights.settledAs", { reason: weight.settledReason })}
        </div>
      ) : null}
    </>
  );
}
