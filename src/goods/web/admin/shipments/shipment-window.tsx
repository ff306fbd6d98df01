import { useState } from "react";
import type { Shipment } from "#goods/contract/packages.ts";
import type { WalletMode } from "#money/web/admin/wallets/wallet-adjustment.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import type { OpenRow } from "#ui/web/open-state.ts";

const DeletePackageDialog = laterPart(
  async () => (await import("./delete-package-dialog.tsx")).DeletePackageDialog,
);

const ShipmentDialog = laterPart(
  async () => (await import("./shipment-dialog.tsx")).ShipmentDialog,
);

const WalletDialog = laterPart(
  async () => (await import("#money/web/admin/wallets/wallet-dialog.tsx")).WalletDialog,
);

/**
 * The dialog of a shipment, with what opens above it.
 * @param props.packageId null closes it.
 * @param props.known the package as a list has it, for the title while the details load.
 * @param props.cases which of its open cases is open above it; null where it was opened from a case.
 */
export function ShipmentWindow(props: {
  packageId: string | null;
  known?: Shipment | undefined;
  cases: OpenRow | null;
  onClose: () => void;
}) {
  const { packageId, onClose } = props;
  const [deleting, setDeleting] = useState<Shipment | null>(null);
  const [mode, setMode] = useState<WalletMode | null>(null);
  const mayReadCases = useMayUse("caseMoney");
  const cases = mayReadCases ? props.cases : null;
  const isCaseOpen = cases !== null && cases.id !== null;
  return (
    <>
      <ShipmentDialog
        isWanted={packageId !== null}
        packageId={packageId}
        known={props.known}
        cases={cases}
        isCovered={deleting !== null || mode !== null || isCaseOpen}
        onClose={onClose}
        onDelete={setDeleting}
        onCharge={setMode}
      />
      <DeletePackageDialog
        isWanted={deleting !== null}
        pkg={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={onClose}
      />
      <WalletDialog isWanted={mode !== null} mode={mode} onClose={() => setMode(null)} />
    </>
  );
}
