import type { Shipment } from "#goods/contract/packages.ts";
import { useApiClient } from "#goods/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { useDeletion } from "#goods/web/packages/use-deletion.ts";
import { useShipmentChanges } from "./shipment-changes.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** `onDeleted` is called after success, also when somebody else deleted the package first. */
export function DeletePackageDialog(props: {
  pkg: Shipment | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const client = useApiClient();
  const changes = useShipmentChanges();
  const { pkg } = props;
  const { run } = useDeletion(
    ({ id: packageId }: Shipment) => client.packages.deletePackage({ packageId }),
    {
      done: () => t("admin-shipment-details.packageDeleted"),
      doneAlready: t("admin-shipment-details.packageDeletedAlready"),
      failed: t("toasts.packageNotDeleted.title"),
      onDeleted: ({ id }) => {
        props.onDeleted();
        changes.remove(id);
      },
    },
  );
  return (
    <ConfirmDialog
      isOpen={pkg !== null}
      onClose={props.onClose}
      title={t("admin-shipment-details.deletePackage.title")}
      confirmLabel={t("admin-shipments.deletePackage.submit")}
      isDestructive
      onConfirm={async () => pkg !== null && (await run(pkg))}
    >
      {pkg === null ? null : (
        <RichText
          id="admin-shipment-details.deletePackage.body"
          values={{ email: pkg.userEmail }}
          components={{ number: <Code>{pkg.trackingNumber}</Code> }}
        />
      )}
    </ConfirmDialog>
  );
}
