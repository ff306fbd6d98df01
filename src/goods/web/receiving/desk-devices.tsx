import { Button, Switch, SegmentedControl } from "@mantine/core";
import { memo, type RefObject, useEffect, useRef } from "react";
import type { DeskSettings } from "./desk-memory.ts";
import type { ReceivingOutbox } from "./receiving-records.ts";
import { ScaleControls, useScale } from "#ui/web/desk/scale.tsx";
import { SoundSwitch } from "#ui/web/desk/desk-screen.tsx";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import deskClasses from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { labelWays, type LabelWay, usePrintParcelSticker } from "./labels/parcel-stickers.tsx";
import { useMayUse } from "#ui/web/permissions.ts";

function StorageLocation(props: { code: string | null; onClear: () => void }) {
  return (
    <section className={classes["location"]} aria-label={t("receiving.location")}>
      <span>
        <span className={deskClasses["quiet"]}>{t("receiving.location")}</span>
        <span className={classes["locationCode"]}>{props.code ?? t("receiving.noLocation")}</span>
      </span>
      {props.code === null ? null : (
        <Button variant="default" size="md" onClick={props.onClear}>
          {t("receiving.clearLocation")}
        </Button>
      )}
    </section>
  );
}

/** Where parcels are put, the scale, the labels, and help. */
export const DeskDevices = memo(function DeskDevices(props: {
  dispatch: Desk["dispatch"];
  storageLocationCode: string | null;
  onAnswer: ReceivingOutbox["onAnswer"];
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { dispatch, settings, onSettings, field } = props;
  const scale = useScale(settings.baudRate, (reading, source) =>
    dispatch({ kind: "scale_read", reading, source }),
  );
  return (
    <>
      <StorageLocation
        code={props.storageLocationCode}
        onClear={() => dispatch({ kind: "line", text: "SHELF:" })}
      />
      <ScaleControls
        scale={scale}
        baudRate={settings.baudRate}
        onBaudRate={(baudRate) => {
          onSettings({ ...settings, baudRate });
          field.current?.focus();
        }}
      />
      <SoundSwitch
        label={t("receiving.sounds")}
        isMuted={settings.isMuted}
        onMuted={(isMuted) => onSettings({ ...settings, isMuted })}
      />
      <LabelPrinting
        onAnswer={props.onAnswer}
        isPrinting={settings.isPrinting}
        onChange={(isPrinting) => onSettings({ ...settings, isPrinting })}
      />
      <DeskHelp />
    </>
  );
});

const entries = [
  ["1.25", "weight"],
  ["40 30 25", "sides"],
  ["S7K3-2QX", "memberCode"],
  ["A-03-2", "location"],
  ["?", "noLabel"],
  ["B D G", "marks"],
  ["N …", "note"],
  ["␣", "photo"],
  ["Enter", "save"],
  ["Enter", "move"],
  ["U", "undo"],
  ["Esc", "setAside"],
  ["Tab", "leave"],
] as const;

/** All that can be typed into the field, and how to leave it. */
function DeskHelp() {
  return (
    <details className={classes["help"]}>
      <summary>{t("receiving.help.title")}</summary>
      <dl className={classes["helpList"]}>
        {entries.map(([typed, name]) => (
          <div key={name}>
            <dt>
              <kbd className={classes["key"]}>{typed}</kbd>
            </dt>
            <dd>{t(`receiving.help.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t("receiving.helpScan")}</p>
    </details>
  );
}

/** Prints the label of each parcel that is recorded here, once the server knows it. */
function LabelPrinting(props: {
  onAnswer: ReceivingOutbox["onAnswer"];
  isPrinting: boolean;
  onChange: (isPrinting: boolean) => void;
}) {
  const { isPrinting, onAnswer } = props;
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
    return onAnswer(({ body }, { parcel }) => {
      // A parcel that is measured again or moved has its label.
      if (body.kind === "received") last = last.then(() => print.current(parcel.id));
    });
  }, [isPrinting, mayPrint, onAnswer]);
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
