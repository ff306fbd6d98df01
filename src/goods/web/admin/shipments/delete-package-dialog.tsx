import { useMutation } from "@tanstack/react-query";
import type { Shipment } from "#goods/contract/packages.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useRetainedValue } from "#ui/web/open-state.ts";
import { useShipmentChanges } from "./shipment-changes.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** `onDeleted` is called after success, also when somebody else deleted the package first. */
export function DeletePackageDialog(props: {
  pkg: Shipment | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const api = useApi();
  const changes = useShipmentChanges();
  const deletion = useMutation(api.packages.deletePackage.mutationOptions());
  const pkg = useRetainedValue(props.pkg);
  const confirm = async () => {
    if (!pkg) return;
    try {
      await deletion.mutateAsync({ packageId: pkg.id });
    } catch (error) {
      if (apiErrorCode(error) === "not_found") {
        props.onDeleted();
        changes.remove(pkg.id);
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
    changes.remove(pkg.id);
    showToast({
      title: t("admin-shipment-details.packageDeleted"),
      kind: "success",
      place: "package",
    });
  };
  return (
    <ConfirmDialog
      isOpen={props.pkg !== null}
      onClose={props.onClose}
      title={t("admin-shipment-details.deletePackage.title")}
      confirmLabel={t("admin-shipments.deletePackage.submit")}
      isDestructive
      onConfirm={confirm}
    >
      <RichText
        id="admin-shipment-details.deletePackage.body"
        values={{ email: pkg?.userEmail }}
        components={{ number: <Code>{pkg?.trackingNumber ?? ""}</Code> }}
      />
    </ConfirmDialog>
  );
}
