import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { t } from "./messages.ts";
import { WarehouseFormBody } from "./warehouse-form.tsx";

/** @param props.warehouse null enters a new one. */
export function WarehouseDialog(props: {
  isOpen: boolean;
  warehouse: Warehouse | null;
  onClose: () => void;
}) {
  const { warehouse } = props;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t(warehouse ? "admin-warehouses.editTitle" : "admin-warehouses.enter")}
      size="lg"
    >
      <WarehouseFormBody
        key={warehouse?.id ?? "new"}
        warehouse={warehouse}
        onDone={props.onClose}
      />
    </Dialog>
  );
}
