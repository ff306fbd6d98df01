// What a scan at the receiving desk says, and which parcel it is; the same with and without a network.
import { labelCodePattern } from "./receiving.ts";
import { storageLocationScanPrefix } from "./storage-location.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import { pieceSuffix, astraNumber } from "#catalogue/rules/tracking-number.ts";
import {
  tidyTrackingNumber,
  isFedexExpressCheckRight,
  isModuloTenRight,
} from "#catalogue/rules/tracking-number-text.ts";

/** A courier's number in a scan: as it is shown and stored, and every form in which a customer may have declared it. */
export type ScannedNumber = {
  readonly trackingNumber: string;
  readonly spellings: readonly string[];
};

/** What a scan says. A label's code alone may be a number too: `number` is what it is where no label has that code. */
export type ScanReading =
  | {
      readonly kind: "label";
      readonly labelCode: string;
      readonly isAddress: boolean;
      readonly number: ScannedNumber | null;
    }
  | { readonly kind: "package"; readonly qrCodeId: string }
  | { readonly kind: "storage_location"; readonly code: string }
  | { readonly kind: "number"; readonly number: ScannedNumber }
  | { readonly kind: "not_a_waybill" };

const labelAddress = new RegExp(`^HTTPS?://[^/]+/A/(${labelCodePattern})/?$`);
const bareLabel = new RegExp(`^${labelCodePattern}$`);
const packageAddress = /^HTTPS?:\/\/[^/]+\/SCAN\/([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\/?$/;
const webAddress = /^([A-Z][A-Z0-9+.-]*:\/\/|WWW\.)/;
const storedNumber = /^[A-Z0-9-]{4,60}$/;
const storedLocation = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/** FNC1 as scanners send it: between two elements, and before the first in the name of the symbology. */
const separator = "\u001D";
const symbology = /^\][A-Za-z]\d/;
const gs1Symbology = /^\](C1|d2|Q3|e0)/;

/** How long the value of an application identifier is; the others end at a separator. */
const fixedLengths: Readonly<Record<string, number>> = {
  "00": 18,
  "01": 14,
  "02": 14,
  "11": 6,
  "12": 6,
  "13": 6,
  "15": 6,
  "16": 6,
  "17": 6,
  "20": 2,
  "402": 17,
  ...Object.fromEntries(
    ["410", "411", "412", "413", "414", "415", "416", "417"].map((identifier) => [identifier, 13]),
  ),
};
const otherIdentifiers =
  /^(10|2[12]|30|37|9\d|24\d|25\d|40[013]|42\d|3[1-69]\d\d|43\d\d|70\d\d|80\d\d)/;
/** A consignment, a shipment, a logistic unit. */
const parcelIdentifiers = ["00", "401", "402"];
const routingIdentifiers = /^(403|42\d|43\d\d)$/;

type Element = readonly [identifier: string, value: string];

/** The first element of a GS1 message, and the rest; null where no known identifier begins it. */
function takeElement(message: string): { element: Element; rest: string } | null {
  const fixed = Object.keys(fixedLengths).find((identifier) => message.startsWith(identifier));
  const identifier = fixed ?? otherIdentifiers.exec(message)?.[1];
  if (identifier === undefined) return null;
  const after = message.slice(identifier.length);
  const end = after.indexOf(separator);
  const length = fixedLengths[identifier] ?? (end === -1 ? after.length : end);
  const rest = after.slice(length);
  const value = after.slice(0, length);
  return { element: [identifier, value], rest: rest.startsWith(separator) ? rest.slice(1) : rest };
}

function elementsOf(message: string): Element[] {
  const elements: Element[] = [];
  for (let rest = message; rest !== "";) {
    const taken = takeElement(rest);
    if (taken === null) break;
    elements.push(taken.element);
    rest = taken.rest;
  }
  return elements;
}

/** The number in a GS1 message; null where it has none. Identifiers from 90 on are part of a courier's own number. */
function numberOfElements(elements: readonly Element[]): string | null {
  const numbers = elements
    .filter(([identifier]) => !routingIdentifiers.test(identifier))
    .map(
      ([identifier, value]) =>
        [identifier, identifier.startsWith("9") ? identifier + value : value] as const,
    );
  const best = numbers.find(([identifier]) => parcelIdentifiers.includes(identifier));
  return (
    (best ?? numbers.find(([identifier]) => identifier.startsWith("9")) ?? numbers[0])?.[1] ?? null
  );
}

/** The number in a message with application identifiers in brackets or with separators; null in any other text. */
function gs1Number(text: string): string | null {
  const bracketed = [...text.matchAll(/\((\d{2,4})\)([^()]*)/g)];
  if (bracketed.length > 0) {
    return numberOfElements(
      bracketed.map(([, identifier = "", value = ""]) => [identifier, value] as const),
    );
  }
  const message = text.replace(symbology, "");
  if (!gs1Symbology.test(text) && !message.includes(separator)) return null;
  return numberOfElements(elementsOf(message.startsWith(separator) ? message.slice(1) : message));
}

/** The number of a text in which nothing surrounds it; null for a text that is none. */
function scannedNumber(scanned: string): ScannedNumber | null {
  // Code 39 begins and ends with an asterisk, which some scanners send.
  const text = numberInQrCode(scanned) ?? scanned.replace(/^\*(.+)\*$/s, "$1");
  const whole = tidyTrackingNumber(text.replaceAll(/\p{C}/gu, "").replace(symbology, ""));
  const inner = tidyTrackingNumber((gs1Number(text) ?? whole).replaceAll(/\p{C}/gu, ""));
  const trackingNumber = numberInBarcode(inner.replace(pieceSuffix, "$1"));
  if (!storedNumber.test(trackingNumber) || !/\d/.test(trackingNumber)) return null;
  const spellings = [trackingNumber, inner, whole].filter((spelling) =>
    storedNumber.test(spelling),
  );
  return { trackingNumber, spellings: [...new Set(spellings)] };
}

/**
 * Reads what a scanner read or a person typed: our own label, the code of a package's leg, the label of a storage
 * location, or the number on a courier's label without what surrounds it. Case, width and white space do not matter.
 */
export function parseScan(scan: string): ScanReading {
  const text = plainText(scan).trim();
  const tidy = tidyTrackingNumber(text.replaceAll(/\p{C}/gu, ""));
  const [, ownLabel] = labelAddress.exec(tidy) ?? [];
  if (ownLabel !== undefined)
    return { kind: "label", labelCode: ownLabel, isAddress: true, number: null };
  const [, qrCodeId] = packageAddress.exec(tidy) ?? [];
  if (qrCodeId !== undefined) return { kind: "package", qrCodeId: qrCodeId.toLowerCase() };
  if (tidy.startsWith(storageLocationScanPrefix)) {
    const code = tidy.slice(storageLocationScanPrefix.length);
    return storedLocation.test(code)
      ? { kind: "storage_location", code }
      : { kind: "not_a_waybill" };
  }
  if (webAddress.test(tidy)) return { kind: "not_a_waybill" };
  const number = scannedNumber(text);
  if (bareLabel.test(tidy)) return { kind: "label", labelCode: tidy, isAddress: false, number };
  return number === null ? { kind: "not_a_waybill" } : { kind: "number", number };
}

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
function numberInBarcode(text: string): string {
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
function numberInQrCode(text: string): string | null {
  return /\{[^{}]*["']k5["']\s*:\s*["']([A-Z]{0,2}\d{10,18})["']/i.exec(text)?.[1] ?? null;
}
