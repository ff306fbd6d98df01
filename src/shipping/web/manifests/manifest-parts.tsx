import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Manifest, ManifestPackage } from "#shipping/contract/manifests.ts";
import { boxNameText } from "#shipping/rules/box-name.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { brandName } from "#platform/rules/brand.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { DeskHead } from "#ui/web/desk/desk-screen.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { manifestColors } from "./manifest-list.tsx";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { WeightDifference } from "#shipping/web/carrier-weights/weight-difference.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import classes from "./manifests.module.css";

/** The number of a manifest, whose it is, and the way back. */
export function ManifestHead(props: { manifest: Manifest; onLeave: () => void }) {
  const { number, carrierCode, warehouseCode, state } = props.manifest;
  const { nameOf } = useCarriers();
  const title = t("manifests.of", { number });
  useEffect(() => {
    document.title = `${title} · ${brandName}`;
  }, [title]);
  return (
    <DeskHead title={title} description={[nameOf(carrierCode), warehouseCode].join(" · ")}>
      <StatusBadge label={t(`manifests.state.${state}`)} color={manifestColors[state]} />
      <Button variant="default" size="md" onClick={props.onLeave}>
        {t("manifests.back")}
      </Button>
    </DeskHead>
  );
}

/** The name of a listed box, where it goes, and its weight. */
export function ListedFacts({ item }: { item: ManifestPackage }) {
  const country = countryName(item.countryCode, documentLanguage());
  return (
    <div className={classes["facts"]}>
      {[boxNameText(item), country, weightText(item.weightGrams)].join(" · ")}
    </div>
  );
}

const CarrierWeightDialog = laterPart(
  async () =>
    (await import("#shipping/web/manifests/carrier-weight-dialog.tsx")).CarrierWeightDialog,
);
const SettleWeightDialog = laterPart(
  async () =>
    (await import("#shipping/web/carrier-weights/settle-weight-dialog.tsx")).SettleWeightDialog,
);

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
      <CarrierWeightDialog
        isWanted={open === "enter"}
        isOpen={open === "enter"}
        item={item}
        manifestId={manifestId}
        onClose={onClose}
      />
      <SettleWeightDialog
        isWanted={open === "settle"}
        differing={
          open === "settle" && isOpenQuestion
            ? { shipRequestId, trackingNumber, weight: carrierWeight }
            : null
        }
        onClose={onClose}
      />
    </>
  );
}

/** The address under which a manifest is opened and printed; a browser shows the PDF. */
export function printAddress(manifestId: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ timeZone }).toString();
  return `/api/admin/manifests/${manifestId}/manifest.pdf?${query}`;
}
