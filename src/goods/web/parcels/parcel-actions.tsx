import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { isMovableParcel } from "#goods/rules/inbound-parcel.ts";
import { useAction } from "#ui/web/action.ts";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useParcelMoves } from "./move-parcels.ts";
import { PutIntoPackageDialog } from "./put-into-package-dialog.tsx";

function CancelDialog(props: { parcel: InboundParcel; isOpen: boolean; onClose: () => void }) {
  const { parcel } = props;
  const { run } = useAction(useApi().inboundParcels.cancelInboundParcel.mutationOptions(), {
    done: () => ({ title: t("parcel-details.cancelled") }),
    failed: () => t("parcel-details.actionFailed"),
  });
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("parcel-details.cancelTitle")}
      confirmLabel={t("parcel-details.cancelConfirm")}
      dismissLabel={t("parcel-details.keep")}
      isDestructive
      onConfirm={() => run({ inboundParcelId: parcel.id })}
    >
      {t(
        parcel.packageId === null ? "parcel-details.cancelText.loose" : "parcel-details.cancelText",
      )}
    </ConfirmDialog>
  );
}

function RejectDialog(props: { parcel: InboundParcel; isOpen: boolean; onClose: () => void }) {
  const { parcel } = props;
  const client = useApiClient();
  const navigate = useNavigate();
  const reject = async ({ id: inboundParcelId }: InboundParcel) => {
    await client.inboundParcels.rejectInboundParcel({ inboundParcelId });
    // The parcel belongs to nobody now, and its page would say that it does not exist.
    await navigate("/dashboard/parcels", { replace: true });
  };
  const { run } = useAction(
    { mutationFn: reject },
    {
      done: () => ({ title: t("parcel-details.rejected") }),
      failed: () => t("parcel-details.actionFailed"),
    },
  );
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("parcel-details.rejectTitle")}
      confirmLabel={t("parcel-details.rejectConfirm")}
      dismissLabel={t("parcel-details.keep")}
      isDestructive
      onConfirm={() => run(parcel)}
    >
      {t(
        parcel.packageId === null ? "parcel-details.rejectText.loose" : "parcel-details.rejectText",
      )}
    </ConfirmDialog>
  );
}

type OpenDialog = "put" | "cancel" | "reject" | null;

/** What the customer can do with a parcel in its state. */
export function ParcelActions(props: {
  parcel: InboundParcel;
  /** Whether it is to be sent back or disposed of, so that it goes nowhere else. */
  isLeaving: boolean;
}) {
  const { parcel } = props;
  const { state } = parcel;
  const [open, setOpen] = useState<OpenDialog>(null);
  const { move, isMoving } = useParcelMoves();
  const close = () => setOpen(null);
  const isMovable = !props.isLeaving && isMovableParcel(state);
  return (
    <Group gap="sm">
      {isMovable ? (
        <Button onClick={() => setOpen("put")}>{t("parcels.putIntoPackage")}</Button>
      ) : null}
      {isMovable && parcel.packageId !== null ? (
        <Button variant="default" loading={isMoving} onClick={() => void move([parcel.id], null)}>
          {t("parcels.takeOut")}
        </Button>
      ) : null}
      {state === "expected" ? (
        <Button variant="light" color="red" onClick={() => setOpen("cancel")}>
          {t("parcel-details.cancel")}
        </Button>
      ) : null}
      {state === "received" ? (
        <Button variant="light" color="red" onClick={() => setOpen("reject")}>
          {t("parcel-details.reject")}
        </Button>
      ) : null}
      <PutIntoPackageDialog
        isOpen={open === "put"}
        parcels={[parcel]}
        onDone={close}
        onClose={close}
      />
      <CancelDialog parcel={parcel} isOpen={open === "cancel"} onClose={close} />
      <RejectDialog parcel={parcel} isOpen={open === "reject"} onClose={close} />
    </Group>
  );
}
