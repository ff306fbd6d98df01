import { useMutation } from "@tanstack/react-query";
import type { Shipment } from "#contract/packages.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { useApi } from "#web/api-of/goods.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Code } from "#web/ui/figures.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRetainedValue } from "#web/admin/retained-value.ts";
import { useShipmentChanges } from "./shipment-changes.ts";
import { t, RichText } from "./details-messages.ts";

/** `onDeleted` is called after success, also when somebody else deleted the package first. */
export function DeletePackageDialog(props: {
  shipment: Shipment | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const api = useApi();
  const changes = useShipmentChanges();
  const deletion = useMutation(api.packages.deletePackage.mutationOptions());
  const shipment = useRetainedValue(props.shipment);
  const confirm = async () => {
    if (!shipment) return;
    try {
      await deletion.mutateAsync({ packageId: shipment.id });
    } catch (error) {
      if (apiErrorCode(error) === "not_found") {
        props.onDeleted();
        changes.remove(shipment.id);
        showToast({
          title: t("admin-shipment-details.packageDeletedAlready"),
          kind: "info",
          place: "package",
        });
        return;
      }
      showToast({
        title: t("toasts.packageNotDeleted.title"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "package",
      });
      throw error;
    }
    props.onDeleted();
    changes.remove(shipment.id);
    showToast({
      title: t("admin-shipment-details.packageDeleted"),
      kind: "success",
      place: "package",
    });
  };
  return (
    <ConfirmDialog
      isOpen={props.shipment !== null}
      onClose={props.onClose}
      title={t("admin-shipment-details.deletePackage.title")}
      confirmLabel={t("admin-shipments.deletePackage.submit")}
      isDestructive
      onConfirm={confirm}
    >
      <RichText
        id="admin-shipment-details.deletePackage.body"
        values={{ email: shipment?.userEmail }}
        components={{ number: <Code>{shipment?.trackingNumber ?? ""}</Code> }}
      />
    </ConfirmDialog>
  );
}
