import { Button, NativeSelect, Text } from "@mantine/core";
import { hidOf, serialOf } from "./scale-devices.ts";
import { baudRates, type BaudRate } from "./serial-scale.ts";
import type { useScale } from "./use-scale.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

/** Connects a scale where the browser can read one. */
export function ScaleControls(props: {
  scale: ReturnType<typeof useScale>;
  baudRate: BaudRate;
  onBaudRate: (baudRate: BaudRate) => void;
}) {
  const { scale, baudRate } = props;
  const hasHid = hidOf() !== null;
  const hasSerial = serialOf() !== null;
  return (
    <section aria-label={t("receiving.scaleTitle")}>
      <Text size="sm" mb="xs" role="status">
        {hasHid || hasSerial
          ? t(`receiving.scaleState.${scale.state}`, { sent: scale.sent })
          : t("receiving.noScale")}
      </Text>
      <div className={classes["actions"]}>
        {hasHid ? (
          <Button variant="default" size="md" onClick={() => void scale.connect("hid")}>
            {t("receiving.connectUsb")}
          </Button>
        ) : null}
        {hasSerial ? (
          <Button variant="default" size="md" onClick={() => void scale.connect("serial")}>
            {t("receiving.connectSerial")}
          </Button>
        ) : null}
      </div>
      {hasSerial ? (
        <NativeSelect
          mt="xs"
          size="md"
          label={t("receiving.baudRate")}
          description={t("receiving.baudRateHint")}
          value={String(baudRate)}
          data={baudRates.map(String)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const rate = baudRates.find((one) => one === chosen);
            if (rate !== undefined) props.onBaudRate(rate);
          }}
        />
      ) : null}
    </section>
  );
}
