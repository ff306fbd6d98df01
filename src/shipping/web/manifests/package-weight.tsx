import { lazy, useState } from "react";
import type { ManifestPackage } from "#shipping/contract/manifests.ts";
import { WeightDifference } from "#shipping/web/carrier-weights/weight-difference.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import classes from "./manifests.module.css";
import { t } from "./messages.ts";

const CarrierWeightDialog = lazy(async () => ({
  default: (await import("#shipping/web/manifests/carrier-weight-dialog.tsx")).CarrierWeightDialog,
}));
const SettleWeightDialog = lazy(async () => ({
  default: (await import("#shipping/web/carrier-weights/settle-weight-dialog.tsx"))
    .SettleWeightDialog,
}));

/** The weight on the carrier's scale, and what follows where it differs from ours. */
export function CarrierWeightFacts({ item }: { item: ManifestPackage }) {
  const { carrierWeight, trackingNumber } = item;
  if (carrierWeight === null) return null;
  const weight = weightText(carrierWeight.weightGrams);
  return (
    <>
      <div className={classes["facts"]}>{t("manifests.carrierWeightIs", { weight })}</div>
      {carrierWeight.state === "matches" ? null : (
        <div className={carrierWeight.state === "differs" ? classes["warning"] : classes["facts"]}>
          <WeightDifference weight={carrierWeight} trackingNumber={trackingNumber} />
        </div>
      )}
    </>
  );
}

/** Buttons that enter the weight on the carrier's scale, and settle one that differs. */
export function CarrierWeightButtons(props: { item: ManifestPackage; manifestId: string }) {
  const { item, manifestId } = props;
  const { state, carrierWeight, shipRequestId, trackingNumber } = item;
  const [open, setOpen] = useState<"enter" | "settle" | null>(null);
  const isOpenQuestion = carrierWeight?.state === "differs";
  const onClose = () => setOpen(null);
  return (
    <>
      {state === "listed" || state === "handed_over" ? (
        <RowButton
          aria-label={t("manifests.carrierWeightNamed", { number: trackingNumber })}
          onClick={() => setOpen("enter")}
        >
          {t("manifests.carrierWeight")}
        </RowButton>
      ) : null}
      {isOpenQuestion ? (
        <RowButton
          aria-label={t("manifests.settleWeightNamed", { number: trackingNumber })}
          onClick={() => setOpen("settle")}
        >
          {t("manifests.settleWeight")}
        </RowButton>
      ) : null}
      <LazyPart isWanted={open === "enter"}>
        <CarrierWeightDialog
          isOpen={open === "enter"}
          item={item}
          manifestId={manifestId}
          onClose={onClose}
        />
      </LazyPart>
      <LazyPart isWanted={open === "settle"}>
        <SettleWeightDialog
          differing={
            open === "settle" && isOpenQuestion
              ? { shipRequestId, trackingNumber, weight: carrierWeight }
              : null
          }
          onClose={onClose}
        />
      </LazyPart>
    </>
  );
}
