import { Button, SegmentedControl, Switch } from "@mantine/core";
import { useEffect, useRef } from "react";
import { labelWays, type LabelWay, usePrintParcelSticker } from "./labels/parcel-stickers.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import type { ReceivingQueue } from "./receiving-queue.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** Prints the label of each parcel that is recorded here, once the server knows it. */
export function LabelPrinting(props: {
  onReceived: ReceivingQueue["onReceived"];
  isPrinting: boolean;
  onChange: (isPrinting: boolean) => void;
}) {
  const { isPrinting, onReceived } = props;
  const mayPrint = useMayUse("parcelLabels");
  const { way, setWay, connectPrinter, printLabel } = usePrintParcelSticker();
  const print = useRef(printLabel);
  useEffect(() => {
    print.current = printLabel;
  });
  useEffect(() => {
    if (!isPrinting || !mayPrint) return undefined;
    // One after another, since a printer takes one label at a time.
    let last: Promise<unknown> = Promise.resolve();
    return onReceived(({ kind }, { parcel }) => {
      // A parcel that is measured again or moved has its label.
      if (kind === "received") last = last.then(() => print.current(parcel.id));
    });
  }, [isPrinting, mayPrint, onReceived]);
  if (!mayPrint) return null;
  return (
    <section className={classes["printing"]} aria-label={t("receiving.labels")}>
      <Switch
        size="md"
        label={t("receiving.printLabels")}
        checked={isPrinting}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {isPrinting ? (
        <SegmentedControl
          aria-label={t("receiving.labelWay")}
          value={way}
          onChange={(chosen) => setWay(chosen as LabelWay)}
          data={labelWays.map((value) => ({ value, label: t(`receiving.way.${value}`) }))}
        />
      ) : null}
      {isPrinting && way === "usb" ? (
        <Button variant="default" size="md" onClick={() => void connectPrinter()}>
          {t("receiving.choosePrinter")}
        </Button>
      ) : null}
    </section>
  );
}
