import { Button } from "@mantine/core";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { isAnythingFound, nothingFound } from "#goods/rules/found-goods.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useMayUse } from "#ui/web/permissions.ts";

const FoundGoodsDialog = laterPart(
  async () => (await import("./found-goods-dialog.tsx")).FoundGoodsDialog,
);

/** Takes off what was found by mistake in a parcel that is here, also while no ship request is open. */
export function ParcelFoundGoods(props: {
  parcel: StaffInboundParcel;
  /** Whether a dialog covers the one that this stands in. */
  onCover: (isCovered: boolean) => void;
}) {
  const { parcel, onCover } = props;
  const mayCorrect = useMayUse("goodsCorrections");
  const [isOpen, setOpen] = useState(false);
  const show = (isShown: boolean) => {
    setOpen(isShown);
    onCover(isShown);
  };
  const found = parcel.measured?.found ?? nothingFound;
  const isHere = parcel.state === "received" || parcel.state === "packed";
  if (!mayCorrect || !isHere || !isAnythingFound(found)) return null;
  return (
    <>
      <Button variant="default" onClick={() => show(true)}>
        {t("correct-found.title")}
      </Button>
      <FoundGoodsDialog
        isWanted={isOpen}
        parcel={isOpen ? { inboundParcelId: parcel.id, found } : null}
        onClose={() => show(false)}
      />
    </>
  );
}
