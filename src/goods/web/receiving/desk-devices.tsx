import { Button, Switch } from "@mantine/core";
import { memo, type RefObject } from "react";
import { DeskHelp } from "./desk-help.tsx";
import type { DeskSettings } from "./desk-memory.ts";
import { LabelPrinting } from "./label-printing.tsx";
import type { ReceivingQueue } from "./receiving-queue.ts";
import { ScaleControls, useScale } from "./scale.tsx";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function StorageLocation(props: { code: string | null; onClear: () => void }) {
  return (
    <section className={classes["location"]} aria-label={t("receiving.location")}>
      <span>
        <span className={classes["quiet"]}>{t("receiving.location")}</span>
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
  onReceived: ReceivingQueue["onReceived"];
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { dispatch, settings, onSettings, field } = props;
  const scale = useScale(settings.baudRate, (reading, source) =>
    dispatch({ kind: "scale_read", reading, source }),
  );
  return (
    <div className={classes["devices"]}>
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
      <Switch
        size="md"
        label={t("receiving.sounds")}
        checked={!settings.isMuted}
        onChange={(event) => onSettings({ ...settings, isMuted: !event.currentTarget.checked })}
      />
      <LabelPrinting
        onReceived={props.onReceived}
        isPrinting={settings.isPrinting}
        onChange={(isPrinting) => onSettings({ ...settings, isPrinting })}
      />
      <DeskHelp />
    </div>
  );
});
