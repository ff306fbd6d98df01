import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { useApi } from "#catalogue/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { fieldsOf } from "./warehouse-texts.ts";

/** Asks before customers see a warehouse for the first time, which cannot be taken back. */
export function OpenWarehouseDialog(props: {
  isOpen: boolean;
  warehouse: Warehouse | null;
  onClose: () => void;
}) {
  const { warehouse } = props;
  const api = useApi();
  const opening = useAction(api.warehouses.updateWarehouse.mutationOptions(), {
    done: ({ name }) => ({
      title: t("admin-warehouses.opened"),
      description: name,
      kind: "success",
    }),
    failed: () => t("admin-warehouses.notOpened"),
  });
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("admin-warehouses.openQuestion", { name: warehouse?.name ?? "" })}
      confirmLabel={t("admin-warehouses.open")}
      onConfirm={async () =>
        warehouse !== null &&
        (await opening.run({
          warehouseId: warehouse.id,
          fields: { ...fieldsOf(warehouse), isActive: true },
          expectedVersion: warehouse.updatedAt,
        }))
      }
    >
      {t("admin-warehouses.openHint")}
    </ConfirmDialog>
  );
}
