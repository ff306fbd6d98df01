import { Button, Group } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { t } from "./messages.ts";
import { usePrintParcelSticker } from "./print-label.ts";
import type { LabelWay } from "./printing-memory.ts";

/** The label of a parcel as PDF and ZPL, for roles that print labels. A parcel that has left has none. */
export function ParcelStickerButtons(props: { parcel: Pick<StaffInboundParcel, "id" | "state"> }) {
  const { id, state } = props.parcel;
  const mayPrint = useMayUse("parcelLabels");
  const { printLabel } = usePrintParcelSticker();
  const [running, setRunning] = useState<LabelWay | null>(null);
  if (!mayPrint || !isOpenParcel(state)) return null;
  const print = async (way: LabelWay) => {
    setRunning(way);
    await printLabel(id, way);
    setRunning(null);
  };
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<Printer size={16} aria-hidden="true" />}
        loading={running === "pdf"}
        onClick={() => void print("pdf")}
      >
        {t("parcel-labels.print")}
      </Button>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        loading={running === "zpl"}
        onClick={() => void print("zpl")}
      >
        {t("parcel-labels.downloadZpl")}
      </Button>
    </Group>
  );
}
