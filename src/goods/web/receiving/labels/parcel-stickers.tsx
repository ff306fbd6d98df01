import { Button, Group } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { saveBlob } from "#ui/web/save-file.ts";
import { showToast } from "#ui/web/toast.tsx";
import {
  browserUsb,
  type UsbDevice,
  isPrinter,
  PrinterError,
  printerClass,
  sendToPrinter,
} from "./usb-printer.ts";
import { brandSlug } from "#platform/rules/brand.ts";
import { readStoredJson, writeStored } from "#ui/web/storage.ts";

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

const place = "labels";
/** The new tab reads the file some time after it was opened. */
const fileMilliseconds = 600_000;

function openPdf(file: File, count: number): void {
  const url = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(url), fileMilliseconds);
  if (window.open(url) !== null) return;
  saveBlob(file, file.name);
  showToast({
    title: t("parcel-labels.downloaded", { count }),
    description: t("parcel-labels.downloadedText"),
    kind: "info",
    place,
  });
}

/** Opens a PDF in a new tab, from which it is printed, or downloads ZPL. */
export function openStickers(file: File, format: "pdf" | "zpl", count: number): void {
  if (format === "zpl") saveBlob(file, file.name);
  else openPdf(file, count);
}

/** The printer that was chosen before, else any that the user has chosen on this site. */
async function findPrinter(): Promise<UsbDevice> {
  const usb = browserUsb();
  if (usb === null) throw new PrinterError("not_allowed");
  const printers = (await usb.getDevices()).filter(isPrinter);
  const { printer } = readPrinting();
  const known = printers.find(
    ({ vendorId, productId, serialNumber = "" }) =>
      vendorId === printer?.vendorId &&
      productId === printer.productId &&
      serialNumber === printer.serialNumber,
  );
  const found = known ?? printers[0];
  if (found === undefined) throw new PrinterError("no_printer");
  return found;
}

async function printBy(way: LabelWay, inboundParcelId: string, client: ApiClient): Promise<void> {
  const format = way === "pdf" ? "pdf" : "zpl";
  const printer = way === "usb" ? await findPrinter() : null;
  const file = await client.receiving.printLabel({ inboundParcelId, format });
  if (printer !== null) await sendToPrinter(printer, new Uint8Array(await file.arrayBuffer()));
  else openStickers(file, format, 1);
}

export function showNotPrinted(error: unknown, count: number): void {
  showFailure(t("parcel-labels.notPrinted", { count }), error);
}

function showFailure(title: string, error: unknown): void {
  const description =
    error instanceof PrinterError
      ? t(`parcel-labels.printer.${error.problem}`)
      : apiErrorMessage(error, t("toasts.unexpected.description"));
  showToast({ title, description, kind: "destructive", place });
}

/** The printer that the user chooses now; null when they choose none. */
async function choosePrinter(): Promise<UsbDevice | null> {
  const usb = browserUsb();
  if (usb === null) throw new PrinterError("not_allowed");
  try {
    const device = await usb.requestDevice({ filters: [{ classCode: printerClass }] });
    if (!isPrinter(device)) throw new PrinterError("no_printer");
    return device;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "NotFoundError") return null;
    throw new PrinterError("not_allowed");
  }
}

/**
 * Prints labels in the way that was chosen in this browser, and shows a toast where that fails.
 */
export function usePrintParcelSticker() {
  const client = useApiClient();
  const [way, showWay] = useState<LabelWay>(() => readPrinting().way);
  const setWay = (chosen: LabelWay) => {
    writePrinting({ ...readPrinting(), way: chosen });
    showWay(chosen);
  };

  /** Asks for a USB printer, which is used from now on. To be called in a click. Resolves to whether one was chosen. */
  const connectPrinter = async (): Promise<boolean> => {
    try {
      const device = await choosePrinter();
      if (device === null) return false;
      const { vendorId, productId, serialNumber = "", productName = "" } = device;
      writePrinting({ way: "usb", printer: { vendorId, productId, serialNumber } });
      showWay("usb");
      const title = t("parcel-labels.connected");
      showToast({ title, description: productName, kind: "success", place });
      return true;
    } catch (error) {
      showFailure(t("parcel-labels.notConnected"), error);
      return false;
    }
  };

  /** Resolves to whether the label was handed to the browser or printer. */
  const printLabel = async (inboundParcelId: string, chosen: LabelWay = way): Promise<boolean> => {
    try {
      await printBy(chosen, inboundParcelId, client);
      return true;
    } catch (error) {
      showNotPrinted(error, 1);
      return false;
    }
  };

  return { way, setWay, connectPrinter, printLabel };
}

/** `pdf`: in a new tab; `zpl`: a downloaded file; `usb`: sent to a label printer. */
export const labelWays = ["pdf", "zpl", "usb"] as const;
export type LabelWay = (typeof labelWays)[number];

type KnownPrinter = {
  readonly vendorId: number;
  readonly productId: number;
  /** Empty: the printer states none. */
  readonly serialNumber: string;
};

type PrintingMemory = { readonly way: LabelWay; readonly printer: KnownPrinter | null };

const storageKey = `${brandSlug}-label-printing`;

function printerOf(value: unknown): KnownPrinter | null {
  if (typeof value !== "object" || value === null) return null;
  const { vendorId, productId, serialNumber } = value as Partial<KnownPrinter>;
  const isKnown = typeof vendorId === "number" && typeof productId === "number";
  return isKnown ? { vendorId, productId, serialNumber: String(serialNumber ?? "") } : null;
}

/** PDF and no printer where nothing was chosen or the browser blocks its storage. */
function readPrinting(): PrintingMemory {
  const stored = readStoredJson("local", storageKey) ?? {};
  const { way, printer } = stored as { way?: unknown; printer?: unknown };
  return { way: labelWays.find((known) => known === way) ?? "pdf", printer: printerOf(printer) };
}

/** Without storage it is chosen again at the next visit. */
function writePrinting(memory: PrintingMemory): void {
  writeStored("local", storageKey, JSON.stringify(memory));
}
