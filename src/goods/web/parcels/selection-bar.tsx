import { Button, CloseButton } from "@mantine/core";
import { useState } from "react";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Elements } from "#ui/web/elements.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { useParcelMoves } from "./move-parcels.ts";
import { PutIntoPackageDialog } from "./put-into-package-dialog.tsx";
import classes from "./parcels.module.css";

/** What is said and can be done below a list, which stays in view while that is scrolled. */
export function ListBar(props: { label: string; facts: Elements; children: Elements }) {
  return (
    <section className={classes["bar"]} aria-label={props.label}>
      <div className={classes["barFacts"]} role="status">
        {props.facts}
      </div>
      {props.children}
    </section>
  );
}

/** Puts the ticked parcels into a package or takes them out; `isQuiet` beside something that matters more. */
export function SelectionActions(props: {
  parcels: readonly InboundParcel[];
  isQuiet?: boolean;
  onClear: () => void;
}) {
  const { parcels, isQuiet = false, onClear } = props;
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
  return (
    <>
      <Button
        size="sm"
        variant={isQuiet ? "subtle" : "filled"}
        disabled={isMoving}
        onClick={() => setPutting(true)}
      >
        {t("parcels.putIntoPackage")}
      </Button>
      {packed.length === 0 ? null : (
        <Button
          size="sm"
          variant={isQuiet ? "subtle" : "default"}
          loading={isMoving}
          onClick={() => void takeOut()}
        >
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
    </>
  );
}
