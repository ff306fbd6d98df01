import { Button, CloseButton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { useParcelMoves } from "./move-parcels.ts";
import { PutIntoPackageDialog } from "./put-into-package-dialog.tsx";
import classes from "./parcels.module.css";

/** The package that can be sent with the ticked parcels: all are here and in the same one; null where there is none. */
function shippedPackage(parcels: readonly InboundParcel[]): string | null {
  const [first] = parcels;
  const isOne = parcels.every(
    ({ packageId, state }) => packageId === first?.packageId && state === "received",
  );
  return isOne ? (first?.packageId ?? null) : null;
}

/** What can be done with the ticked parcels; it stays in view while the list is scrolled. */
export function SelectionBar(props: { parcels: readonly InboundParcel[]; onClear: () => void }) {
  const { parcels, onClear } = props;
  const [isPutting, setPutting] = useState(false);
  const { move, isMoving } = useParcelMoves();
  const packed = parcels.filter(({ packageId }) => packageId !== null);
  const takeOut = async () => {
    const isMoved = await move(
      packed.map(({ id }) => id),
      null,
    );
    if (isMoved) onClear();
  };
  const shipped = shippedPackage(parcels);
  return (
    <section className={classes["bar"]} aria-label={t("parcels.selection")}>
      <strong className={classes["barCount"]} role="status">
        {t("parcels.selected", { count: parcels.length })}
      </strong>
      <Button size="sm" disabled={isMoving} onClick={() => setPutting(true)}>
        {t("parcels.putIntoPackage")}
      </Button>
      {shipped === null ? null : (
        <Button
          component={Link}
          to={`/dashboard/packages/${shipped}/ship`}
          state={{ inboundParcelIds: parcels.map(({ id }) => id) }}
          size="sm"
          variant="default"
        >
          {t("parcels.ship")}
        </Button>
      )}
      {packed.length === 0 ? null : (
        <Button size="sm" variant="default" loading={isMoving} onClick={() => void takeOut()}>
          {t("parcels.takeOut")}
        </Button>
      )}
      <CloseButton
        className={classes["barClear"] ?? ""}
        aria-label={t("parcels.clearSelection")}
        onClick={onClear}
      />
      <PutIntoPackageDialog
        isOpen={isPutting}
        parcels={parcels}
        onClose={() => setPutting(false)}
        onDone={() => {
          setPutting(false);
          onClear();
        }}
      />
    </section>
  );
}
