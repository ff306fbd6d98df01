// What this browser remembers of its receiving desk.
import { useCallback, useState } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { readStoredJson, writeStored } from "#ui/web/storage.ts";
import { baudRates, defaultBaudRate, type BaudRate } from "#ui/web/desk/serial-scale.ts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#goods/web/api.ts";

export type DeskSettings = {
  readonly warehouseId: string | null;
  readonly station: string;
  readonly isMuted: boolean;
  readonly isPrinting: boolean;
  /** Of the serial scale. */
  readonly baudRate: BaudRate;
};

const storageKey = `${brandSlug}-receiving-desk`;

const noSettings: DeskSettings = {
  warehouseId: null,
  station: "",
  isMuted: false,
  isPrinting: false,
  baudRate: defaultBaudRate,
};

function readDeskSettings(): DeskSettings {
  const stored = readStoredJson("local", storageKey);
  if (typeof stored !== "object" || stored === null) return noSettings;
  const known = stored as Record<string, unknown>;
  const { warehouseId, station, isMuted, isPrinting } = known;
  return {
    warehouseId: typeof warehouseId === "string" ? warehouseId : null,
    station: typeof station === "string" ? station : "",
    isMuted: isMuted === true,
    isPrinting: isPrinting === true,
    baudRate: baudRates.find((rate) => rate === known["baudRate"]) ?? defaultBaudRate,
  };
}

/** Without storage the station is asked for again. */
function writeDeskSettings(settings: DeskSettings): void {
  writeStored("local", storageKey, JSON.stringify(settings));
}

/** The settings of this desk, remembered in this browser. */
export function useDeskSettings() {
  const [settings, setSettings] = useState(readDeskSettings);
  const change = useCallback((changed: DeskSettings) => {
    setSettings(changed);
    writeDeskSettings(changed);
  }, []);
  return { settings, change };
}

/** The warehouses in which parcels can be received. */
export function useReceivingWarehouses() {
  const api = useApi();
  return useQuery(api.receiving.listReceivingWarehouses.queryOptions({ input: {} }));
}
