import { Button } from "@mantine/core";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { isCorrectable, nothingFound } from "#goods/rules/found-goods.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useMayUse } from "#ui/web/permissions.ts";

const CorrectGoodsDialog = laterPart(
  async () => (await import("./correct-goods-dialog.tsx")).CorrectGoodsDialog,
);

/** Corrects the goods of a parcel that is here, and what was found in it, also while no ship request is open. */
export function ParcelCorrection(props: {
  details: { readonly parcel: StaffInboundParcel; readonly goodsItems: GoodsItem[] };
  /** Whether a dialog covers the one that this stands in. */
  onCover: (isCovered: boolean) => void;
}) {
  const { details, onCover } = props;
  const { parcel, goodsItems } = details;
  const mayCorrect = useMayUse("goodsCorrections");
  const [isOpen, setOpen] = useState(false);
  const show = (isShown: boolean) => {
    setOpen(isShown);
    onCover(isShown);
  };
  const found = parcel.measured?.found ?? nothingFound;
  const corrected = { inboundParcelId: parcel.id, goodsItems, found };
  const isHere = parcel.state === "received" || parcel.state === "packed";
  if (!mayCorrect || !isHere || !isCorrectable(corrected)) return null;
  return (
    <>
      <Button variant="default" onClick={() => show(true)}>
        {t("goods-corrections.title")}
      </Button>
      <CorrectGoodsDialog
        isWanted={isOpen}
        parcel={isOpen ? corrected : null}
        onClose={() => show(false)}
      />
    </>
  );
}
