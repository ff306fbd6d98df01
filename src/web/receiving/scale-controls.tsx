import { Button, Text } from "@mantine/core";
import { hidOf, serialOf } from "./scale-devices.ts";
import type { useScale } from "./use-scale.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

/** Connects a scale where the browser can read one. */
export function ScaleControls({ scale }: { scale: ReturnType<typeof useScale> }) {
  const hasHid = hidOf() !== null;
  const hasSerial = serialOf() !== null;
  return (
    <section aria-label={t("receiving.scaleTitle")}>
      <Text size="sm" role="status">
        {hasHid || hasSerial ? t(`receiving.scaleState.${scale.state}`) : t("receiving.noScale")}
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
    </section>
  );
}
