// The number within a longer barcode of a carrier: with the route, the sender or the form around it.
import { isFedexExpressCheckRight, isModuloTenRight } from "#catalogue/rules/check-digits.ts";
import { astraNumber } from "#catalogue/rules/tracking-number.ts";

/** FedEx, 34 digits: the last 12, or 15 of a parcel by Ground. */
function ofFedexDoorToDoor(digits: string): string {
  const [short, long] = [digits.slice(-12), digits.slice(-15)];
  return !isFedexExpressCheckRight(short) && isModuloTenRight(long) ? long : short;
}

/** USPS: behind 420 and a postal code of five or nine digits stands a number of 22 or 26. */
function ofUsps(digits: string): string | null {
  const numbers = [digits.slice(12), digits.slice(8)].filter((number) =>
    /^9[1-5](\d{20}|\d{24})$/.test(number),
  );
  return numbers.find(isModuloTenRight) ?? numbers[0] ?? null;
}

/** The number within the digits of a barcode; the same where nothing stands around it. */
export function numberInBarcode(text: string): string {
  if (/^(10[0-2]|96\d)\d{31}$/.test(text)) return ofFedexDoorToDoor(text);
  if (/^420\d{27,35}$/.test(text)) return ofUsps(text) ?? text;
  // FedEx Ground, whose number customers know by its last 15 digits.
  if (/^96\d{20}$/.test(text) && isModuloTenRight(text.slice(-15))) return text.slice(-15);
  // FedEx ASTRA.
  if (/^\d{32}$/.test(text) && isFedexExpressCheckRight(astraNumber(text)))
    return astraNumber(text);
  // Codabar of FedEx: a letter at each end, and often the number of the form behind the parcel's.
  const codabar = /^[A-D](\d{12})(?:\d{4})?[A-D]$/.exec(text)?.[1];
  return codabar !== undefined && isFedexExpressCheckRight(codabar) ? codabar : text;
}

/** The number in the text of SF Express's QR code, whose fifth value it is; null for any other text. */
export function numberInQrCode(text: string): string | null {
  return /\{[^{}]*["']k5["']\s*:\s*["']([A-Z]{0,2}\d{10,18})["']/i.exec(text)?.[1] ?? null;
}
