import { useState } from "react";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { saveBlob } from "#ui/web/save-file.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "./messages.ts";
import { readPrinting, writePrinting, type LabelWay } from "./printing-memory.ts";
import { browserUsb, type UsbDevice } from "./usb.ts";
import { isPrinter, PrinterError, printerClass, sendToPrinter } from "./usb-printer.ts";

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
