import { Button, Group, Stack, Text } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { StorageLocation } from "#goods/contract/storage.ts";
import { useApiClient } from "#goods/web/api.ts";
import { openStickers, showNotPrinted } from "#goods/web/receiving/labels/parcel-stickers.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import classes from "./storage.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

type LabelFormat = "pdf" | "zpl";

/** Prints the labels of locations of one warehouse; what fails is shown in a toast. */
function usePrinting(locations: readonly StorageLocation[]) {
  const client = useApiClient();
  const [running, setRunning] = useState<LabelFormat | null>(null);
  const print = async (ids: ReadonlySet<string>, format: LabelFormat) => {
    const [first] = locations;
    if (first === undefined) return;
    setRunning(format);
    try {
      const file = await client.storageLocations.printLabels({
        warehouseId: first.warehouseId,
        storageLocationIds: [...ids],
        format,
      });
      openStickers(file, format, ids.size);
    } catch (error) {
      showNotPrinted(error, ids.size);
    }
    setRunning(null);
  };
  return { print, running };
}

function Choice({ locations }: { locations: readonly StorageLocation[] }) {
  const { print, running } = usePrinting(locations);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setMissing] = useState(false);
  const chosen = new Set(locations.map(({ id }) => id).filter((id) => !left.has(id)));
  const start = (format: LabelFormat) => {
    setMissing(chosen.size === 0);
    if (chosen.size > 0) void print(chosen, format);
  };
  const leaveOut = (ids: readonly string[]) => {
    setLeft(new Set(ids));
    setMissing(false);
  };
  const allText = t("storage-locations.labelsAll", { count: locations.length });
  return (
    <Stack gap="md">
      <Text size="sm">{t("storage-locations.labelsHint")}</Text>
      <label className={classes["choice"]}>
        <TickBox
          label={allText}
          isTicked={chosen.size === locations.length}
          isPartly={chosen.size > 0 && chosen.size < locations.length}
          onTick={(isTicked) => leaveOut(isTicked ? [] : locations.map(({ id }) => id))}
        />
        <span>{allText}</span>
      </label>
      <div role="group" aria-label={t("storage-locations.codes")} className={classes["choices"]}>
        {locations.map(({ id, code }) => (
          <label key={id} className={classes["choice"]}>
            <TickBox
              label={code}
              isTicked={chosen.has(id)}
              onTick={(isTicked) =>
                leaveOut(isTicked ? [...left].filter((other) => other !== id) : [...left, id])
              }
            />
            <Code>{code}</Code>
          </label>
        ))}
      </div>
      <FormAlert message={isMissing ? t("storage-locations.labelsMissing") : null} />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          loading={running === "zpl"}
          disabled={running === "pdf"}
          onClick={() => start("zpl")}
        >
          {t("storage-locations.labelsZpl")}
        </Button>
        <Button
          leftSection={<Printer size={16} aria-hidden="true" />}
          loading={running === "pdf"}
          disabled={running === "zpl"}
          onClick={() => start("pdf")}
        >
          {t("storage-locations.labelsCount", { count: chosen.size })}
        </Button>
      </Group>
    </Stack>
  );
}

/** @param props.locations those on the page of the list, at most as many as one file has. */
export function LabelsDialog(props: {
  isOpen: boolean;
  locations: readonly StorageLocation[];
  onClose: () => void;
}) {
  const { isOpen, locations } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t("storage-locations.labels")} size="lg">
      {!isOpen ? null : locations.length === 0 ? (
        <Text>{t("storage-locations.labelsNone")}</Text>
      ) : (
        <Choice locations={locations} />
      )}
    </Dialog>
  );
}
