import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useParcelMoves, useParcelsRefresh } from "./move-parcels.ts";
import { PutIntoPackageDialog } from "./put-into-package-dialog.tsx";

/** Runs an end of a parcel and shows whether it worked. */
function useEnding() {
  const refresh = useParcelsRefresh();
  return async (end: () => Promise<unknown>, title: string) => {
    try {
      await end();
      showToast({ title, kind: "success", place: "parcels" });
    } catch (error) {
      showToast({
        title: t("parcel-details.actionFailed"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "parcels",
      });
      throw error;
    } finally {
      refresh();
    }
  };
}

function CancelDialog(props: { parcel: InboundParcel; isOpen: boolean; onClose: () => void }) {
  const { parcel } = props;
  const end = useEnding();
  const cancelling = useMutation(useApi().inboundParcels.cancelInboundParcel.mutationOptions());
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("parcel-details.cancelTitle")}
      confirmLabel={t("parcel-details.cancelConfirm")}
      dismissLabel={t("parcel-details.keep")}
      isDestructive
      onConfirm={() =>
        end(
          () => cancelling.mutateAsync({ inboundParcelId: parcel.id }),
          t("parcel-details.cancelled"),
        )
      }
    >
      {t(
        parcel.packageId === null ? "parcel-details.cancelText.loose" : "parcel-details.cancelText",
      )}
    </ConfirmDialog>
  );
}

function RejectDialog(props: { parcel: InboundParcel; isOpen: boolean; onClose: () => void }) {
  const { parcel } = props;
  const end = useEnding();
  const navigate = useNavigate();
  const rejecting = useMutation(useApi().inboundParcels.rejectInboundParcel.mutationOptions());
  const reject = async () => {
    await rejecting.mutateAsync({ inboundParcelId: parcel.id });
    // The parcel belongs to nobody now, and its page would say that it does not exist.
    await navigate("/dashboard/parcels", { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("parcel-details.rejectTitle")}
      confirmLabel={t("parcel-details.rejectConfirm")}
      dismissLabel={t("parcel-details.keep")}
      isDestructive
      onConfirm={() => end(reject, t("parcel-details.rejected"))}
    >
      {t(
        parcel.packageId === null ? "parcel-details.rejectText.loose" : "parcel-details.rejectText",
      )}
    </ConfirmDialog>
  );
}

type OpenDialog = "put" | "cancel" | "reject" | null;

/** What the customer can do with a parcel in its state. */
export function ParcelActions(props: { parcel: InboundParcel }) {
  const { parcel } = props;
  const { state } = parcel;
  const [open, setOpen] = useState<OpenDialog>(null);
  const { move, isMoving } = useParcelMoves();
  const close = () => setOpen(null);
  const isMovable = state === "expected" || state === "received";
  return (
    <Group gap="sm">
      {isMovable ? (
        <Button onClick={() => setOpen("put")}>{t("parcels.putIntoPackage")}</Button>
      ) : null}
      {isMovable && parcel.packageId !== null ? (
        <Button
          variant="default"
          loading={isMoving}
          // A failure has shown a toast.
          onClick={() => void move([parcel.id], null).catch(() => undefined)}
        >
          {t("parcels.takeOut")}
        </Button>
      ) : null}
      <Button component="a" variant="default" href={publicPath("/contact")}>
        {t("parcel-details.wrong")}
      </Button>
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
