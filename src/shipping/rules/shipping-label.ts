// The label under which a package leaves: where its number comes from, and the address on it.
import type { BoxName } from "./box-name.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { printableText, needsLatinName } from "#platform/rules/latin-script.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import {
  isPrinted,
  recipientFieldNames,
  unprintableIn,
  type Recipient,
  type RecipientField,
} from "#catalogue/rules/recipient.ts";

/** Where the number of a label comes from: a range, an imported list, or staff who typed or imported it for this package. */
export const labelNumberSources = ["range", "list", "typed"] as const;
export type LabelNumberSource = (typeof labelNumberSources)[number];

/** A void label stays, since its number was used. */
export const shippingLabelStates = ["made", "void"] as const;
export type ShippingLabelState = (typeof shippingLabelStates)[number];

/** A label that a carrier drew, as PDF. */
export const carrierLabelLimits = {
  fileBytes: 5 * 1024 * 1024,
  pages: 4,
  /** Of all in one file that is printed. */
  printedBytes: 50 * 1024 * 1024,
} as const;

/** How many labels are made or printed together. */
export const maxLabelsAtOnce = 100;

/** How many of those that got none are named after that. */
export const maxUnlabelledNamed = 20;

/**
 * Why a package gets no label with the others: it is the reader's own, its address cannot be printed, its goods lack what
 * customs ask or are too many lines for a paper, its service has no numbers, it does not take what is in the box, or a gift in it
 * was bought.
 */
export const labelObstacles = [
  "own",
  "address",
  "code",
  "lines",
  "no_numbers",
  "goods",
  "declaration",
] as const;
export type LabelObstacle = (typeof labelObstacles)[number];

/** The characters of a line that are legible on a label of 100 mm. */
const printedCharacters = 44;

/** What is printed as the address: an empty line is left out. */
type PrintedAddress = {
  readonly name: string;
  readonly lines: readonly string[];
  /** In capitals, as posts require it. */
  readonly country: string;
  readonly phone: string;
};

/** Everything that is printed on a label, stored with it. */
export type LabelContent = BoxName & {
  readonly sender: readonly string[];
  readonly recipient: PrintedAddress;
  readonly carrierName: string;
  readonly serviceName: string;
  readonly weightGrams: number;
  /** The day in the warehouse's time zone, such as 2026-11-22. */
  readonly day: string;
};

/** By which our staff and a carrier's files name a ship request. */
export function shipRequestReference(number: bigint | number): string {
  return `SR${String(number).padStart(6, "0")}`;
}

/** The number in a reference, in any case and with or without leading zeros; null where it is none. */
export function parseShipRequestReference(text: string): string | null {
  const digits = /^SR-?0*([1-9]\d{0,17})$/i.exec(plainText(text).trim())?.[1];
  return digits ?? null;
}

/** The number of a ship request that a search names, with or without SR; null where it names none. */
export function soughtShipRequestNumber(search: string): string | null {
  const typed = normaliseTrackingNumber(search);
  return parseShipRequestReference(/^\d/.test(typed) ? `SR${typed}` : typed);
}

/** Lines of at most so many characters, parted at blanks where there are any. */
export function wrapLine(line: string, maximum: number): string[] {
  const lines: string[] = [];
  let rest = line.trim();
  while (rest.length > maximum) {
    const blank = rest.lastIndexOf(" ", maximum);
    const end = blank > 0 ? blank : maximum;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? lines : [...lines, rest];
}

/** The name that is printed: the one in Latin letters where the other is in another script. */
function printedName({ name, latinName }: Recipient): string {
  return needsLatinName(name) ? latinName : name;
}

/** City, state and postal code, on one line if they fit. */
function townLines({ city, state, postalCode }: Recipient, maximum: number): string[] {
  const region = [state, postalCode].filter(Boolean).join(" ");
  const town = [city, region].filter(Boolean).join(", ");
  return town.length <= maximum ? [town] : [city, region].flatMap((one) => wrapLine(one, maximum));
}

/** The fields that no label printer can write, since they are in another script, or that stand in for such a name. */
export function unprintableFields(recipient: Recipient): RecipientField[] {
  return recipientFieldNames.filter((field) => {
    if (unprintableIn(recipient, field) !== null) return true;
    const isPrintedName =
      (field === "name" || field === "latinName") && isPrinted(recipient, field);
    return isPrintedName && printableText(recipient[field])?.trim() === "";
  });
}

/** The fields of a recipient as they are printed, by their names; null where one is in another script. */
export function printableRecipient(recipient: Recipient): Recipient | null {
  if (unprintableFields(recipient).length > 0) return null;
  const printable = Object.fromEntries(
    recipientFieldNames.map((field) => [field, printableText(recipient[field]) ?? ""]),
  ) as Record<RecipientField, string>;
  return { ...printable, name: printableText(printedName(recipient)) ?? "" };
}

/** The lines of the street, none longer than the carrier takes. */
export function streetLines({ address, addressLine2 }: Recipient, maximum: number): string[] {
  return [address, addressLine2].flatMap((one) => wrapLine(one, maximum));
}

/**
 * A recipient as it is printed, in lines of at most `lineCharacters` or, with null, as many as are legible; null where a
 * field is in another script.
 */
export function printedAddress(
  recipient: Recipient,
  destination: string,
  lineCharacters: number | null,
): PrintedAddress | null {
  const plain = printableRecipient(recipient);
  if (plain === null) return null;
  const maximum = Math.min(lineCharacters ?? printedCharacters, printedCharacters);
  const country = countryByName(destination)?.name ?? destination;
  return {
    name: plain.name,
    lines: [...streetLines(plain, maximum), ...townLines(plain, maximum)].filter(
      (one) => one !== "",
    ),
    country: (printableText(country) ?? country).toUpperCase(),
    phone: plain.phone,
  };
}
