import { Button } from "@mantine/core";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Mistake } from "#goods/web/receiving/mistake-dialog.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMayUse } from "#ui/web/permissions.ts";

const MistakeDialog = laterPart(
  async () => (await import("#goods/web/receiving/mistake-dialog.tsx")).MistakeDialog,
);

/** What can be put right about a parcel that is here, for receivers and support. */
export function ParcelMistakes(props: {
  parcel: StaffInboundParcel;
  /** Whether a dialog covers the one that this stands in. */
  onCover: (isCovered: boolean) => void;
}) {
  const { parcel, onCover } = props;
  const mayPutRight = useMayUse("receivingMistakes");
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const show = (next: Mistake | null) => {
    setMistake(next);
    onCover(next !== null);
  };
  const { owner } = parcel;
  const isHere = parcel.state === "received" && parcel.removalAsked === null;
  return (
    <>
      {mayPutRight && isHere && owner !== null ? (
        <Button
          variant="default"
          onClick={() => show({ kind: "owner", parcel: { ...parcel, owner } })}
        >
          {t("receiving-mistakes.wrongOwner")}
        </Button>
      ) : null}
      {mayPutRight && isHere ? (
        <Button variant="default" onClick={() => show({ kind: "undo", parcel })}>
          {t("receiving-mistakes.undoReceiving")}
        </Button>
      ) : null}
      <MistakeDialog
        isWanted={mistake !== null}
        mistake={mistake}
        onClose={() => show(null)}
        onCorrected={() => undefined}
      />
    </>
  );
}
