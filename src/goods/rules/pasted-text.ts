// Finds tracking numbers in a text that was copied from a shop or a chat. Every step reads the text a fixed number of times.
import { declarationLimits } from "./inbound-parcel.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import { recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { trackingNumberLength } from "#catalogue/rules/tracking-number-text.ts";

/** How many characters of a pasted text are read at most. */
export const maxPastedLength = 100_000;

/** The numbers of a text, each once and in its order. */
type PastedNumbers = {
  /** The first 50. */
  readonly trackingNumbers: readonly string[];
  /** How often a number stood in the text again. */
  readonly repeatedCount: number;
  /** How many further numbers the text has. */
  readonly leftOutCount: number;
};

/**
 * What the words before a number say about it. `tracking`: it belongs to a parcel. `order`: it is another number.
 * `other`: digits are another number. `carrier`: it belongs to a parcel if its form allows it.
 */
type Label = "tracking" | "order" | "other" | "carrier";

// Of words that begin at the same place the first counts.
const labelWords: readonly (readonly [Label, string])[] = [
  [
    "order",
    "(?:[订訂][单單購购]?|(?:交易|商[户戶]|支付|付款|流水|退款|商品|[会會][员員])[订訂]?[单單]?)[编編]?[号號]",
  ],
  [
    "tracking",
    "(?:快[递遞]|物流|[货貨]?[运運]|面|包裹|退[货貨]|[邮郵]件|跟[踪蹤]|追[踪蹤])[单單]?[编編]?[号號]",
  ],
  ["tracking", "[单單][号號]|[运運][单單]|面[单單]"],
  [
    "carrier",
    "[顺順][丰豐]|[圆圓]通|中通|申通|[韵韻][达達]|[极極]兔|京[东東]|[邮郵]政|德邦|百世|菜[鸟鳥]|天天快|[丰豐][网網]|跨越|[优優]速|[云雲]途",
  ],
  [
    "other",
    "[订訂][单單]|[电電][话話]|手[机機]|[联聯][系繫絡络]|微信|身份[证證]|[邮郵][编編]|[账帳][号號户戶]|卡[号號]|[货貨][号號]|[编編][号號]|[时時][间間]|日期|取件[码碼]|提[货貨][码碼]|[条條][形]?[码碼]|[发發]票|[税稅][号號]",
  ],
];
const latinLabelWords: readonly (readonly [Label, string])[] = [
  ["order", "(?:ORDER|TRANSACTION|INVOICE)(?: (?:NO|NUMBER|ID))?"],
  ["tracking", "TRACKING(?: (?:NO|NUMBER|ID|CODE))?|WAYBILL(?: (?:NO|NUMBER))?|AWB"],
  [
    "carrier",
    "SF EXPRESS|EMS|DHL|UPS|FEDEX|USPS|YTO|ZTO|STO|YUNDA|J&T(?: EXPRESS)?|JD LOGISTICS|CAINIAO",
  ],
  ["other", "TEL|PHONE|MOBILE|FAX|WECHAT|QQ|VX|WX|ZIP|SKU|ISBN|EAN|UPC|ID|DATE|TIME"],
];

const allLabelWords = [
  ...labelWords,
  ...latinLabelWords.map(
    ([label, words]) => [label, `(?<![A-Z0-9])(?:${words})(?![A-Z])`] as const,
  ),
];
const labelPattern = new RegExp(allLabelWords.map(([, words]) => `(${words})`).join("|"), "g");

/** Each label stands in the text as one of these characters, which are taken out of it before. */
const marks = { tracking: "\uE001", order: "\uE002", other: "\uE003", carrier: "\uE004" } as const;
const labelOfMark = new Map(
  (Object.keys(marks) as Label[]).map((label) => [marks[label] as string, label]),
);

// What looks like a number and is none. Lengths are bounded, so that no part of a text is read often.
const otherThings = new RegExp(
  [
    // Addresses of pages and emails.
    "HTTPS?:[^\\s\\u3000-\\u9FFF]{1,2000}",
    "(?<![A-Z0-9._%+-])[A-Z0-9._%+-]{1,64}@[A-Z0-9.-]{1,100}",
    // Dates, also with a time, and times.
    "(?<!\\d)(?:19|20)\\d\\d[-/.年] ?[01]?\\d[-/.月] ?[0-3]?\\d(?!\\d)日?(?: ?\\d{1,2}:\\d\\d(?::\\d\\d)?)?",
    "(?<!\\d)\\d{1,2}:\\d\\d(?::\\d\\d)?(?!\\d)",
    // Prices and other decimals.
    "[¥￥$€£] ?\\d{1,12}(?:[.,]\\d{1,6})?",
    "(?<![A-Z0-9])\\d{1,12}\\.\\d{1,6}(?!\\d)",
    // Phone numbers with their country's code, and mobile ones of China.
    "\\+\\d[\\d ()-]{5,18}\\d(?!\\d)",
    "(?<![A-Z0-9][ -]?)(?:(?:00)?86[ -]?)?1[3-9]\\d[ -]?\\d{4}[ -]?\\d{4}(?![ -]?[A-Z0-9])",
    // Orders of Pinduoduo.
    "(?<!\\d)\\d{6}-\\d{15}(?!\\d)",
  ].join("|"),
  "g",
);

/** The text in capitals of usual width, with marks in place of labels and nothing that only looks like a number. */
function markedText(text: string): string {
  return plainText(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u00A0\u2002-\u200A\u202F]/g, " ")
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/(?!\n)\p{Cc}|[\uE001-\uE004]/gu, "|")
    .toUpperCase()
    .replaceAll(otherThings, "|")
    .replaceAll(labelPattern, (_word, ...captured) => {
      const place = captured.findIndex((words) => words !== undefined);
      return marks[allLabelWords[place]?.[0] ?? "other"];
    });
}

/** Beginnings of couriers' numbers, after which a space may stand. */
const knownPrefix = /^(?:SF|YT|JT|JD|JDV[A-Z]?|DPK|LP|KY)\d*$/;
const postalShape = /^[A-Z]{2}\d{9}[A-Z]{2}$/;
const lettersThenDigits = /^[A-Z]{1,6}\d{10,20}[A-Z]{0,3}$/;
const otherPrefix = /^(?:NO|PO|RMB|CNY|USD|HKD|UID|SN|IMEI)\d/;
/** Such as 20260302080000. */
const compactTime =
  /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/;

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, "").length;
}

function isRecognised(number: string): boolean {
  return recogniseTrackingNumber(number).some(({ strength }) => strength === "strong");
}

/** Whether a number is a parcel's, by its form and by the label before it. */
function isTrackingNumber(number: string, label: Label | null, isFirst: boolean): boolean {
  const { length } = number;
  if (length < 8 || length > trackingNumberLength.maximum) return false;
  if (label === "tracking") return countDigits(number) >= trackingNumberLength.minimum;
  const hasLetters = !/^\d+$/.test(number);
  // "Your order has shipped: SF…" names no order: shops give none the form of a courier's numbers.
  if (label === "order" && isFirst && !(hasLetters && isRecognised(number))) return false;
  if (hasLetters) {
    if (otherPrefix.test(number)) return false;
    return lettersThenDigits.test(number) || postalShape.test(number) || isRecognised(number);
  }
  if (label === "order" || label === "other" || compactTime.test(number)) return false;
  if (length >= 12 && length <= 15) return true;
  return label === "carrier" ? length === 10 : length >= 20 && isRecognised(number);
}

/** A group with so many digits is a whole number, or the rest of one. */
const digitsOfWhole = 10;

/** Whether `group` continues a number that is written in groups of letters and digits. */
function continues(current: string, group: string, isDashed: boolean): boolean {
  if (current.length > trackingNumberLength.maximum) return false;
  if (current.startsWith("1Z")) return current.length + group.length <= 18;
  if (/^[A-Z]{2}\d{9}$/.test(current) && /^[A-Z]{2}$/.test(group)) return true;
  if (!/^\d+$/.test(group)) return false;
  const isRest = group.length < digitsOfWhole;
  const count = countDigits(current);
  if (knownPrefix.test(current)) return count < 9 || (isRest && count < 13);
  if (!isRest) return false;
  // Of other beginnings only a postal item's is written apart.
  if (/^[A-Z]{2}\d*$/.test(current) && !isDashed) return count + group.length <= 9;
  return isDashed ? /^[A-Z]{0,4}\d*$/.test(current) : /^\d+$/.test(current);
}

/** The numbers in neighbouring groups, of which some belong together. */
function numbersOf(chunk: string): string[] {
  const numbers: string[] = [];
  let current = "";
  let isWhole = false;
  let isDashed = false;
  for (const part of chunk.split(/([ -])/)) {
    if (part === " " || part === "-") {
      isDashed = part === "-";
      continue;
    }
    // Behind a whole number, such as JD's, a few digits count the boxes of a parcel.
    if (isWhole && isDashed && /^\d{1,3}$/.test(part)) continue;
    if (current !== "" && !isWhole && continues(current, part, isDashed)) current += part;
    else {
      if (current !== "") numbers.push(current);
      current = part;
    }
    isWhole = countDigits(part) >= digitsOfWhole;
  }
  return [...numbers, current];
}

const tokens = /[\uE001-\uE004\n]|[A-Z0-9]+(?:[ -][A-Z0-9]+)*/g;
/** So many lines after it a label still describes the next number. */
const labelLines = 2;

/** Every tracking number of the text, in its order. */
function* trackingNumbersIn(text: string): Generator<string> {
  let label: Label | null = null;
  let isFirst = true;
  let lines = 0;
  for (const [token] of markedText(text).matchAll(tokens)) {
    const next = labelOfMark.get(token);
    if (next !== undefined) {
      // "单号：圆通 …" and "订单号：京东 …" say the same without the carrier.
      const isAboutSame = label === "tracking" || (label === "order" && isFirst);
      if (next === "carrier" && isAboutSame) continue;
      [label, isFirst, lines] = [next, true, 0];
    } else if (token === "\n") {
      lines += 1;
      if (!isFirst || lines > labelLines) label = null;
    } else {
      for (const number of numbersOf(token)) {
        if (isTrackingNumber(number, label, isFirst)) yield number;
        if (countDigits(number) >= trackingNumberLength.minimum) isFirst = false;
      }
    }
  }
}

/**
 * The tracking numbers of a text as Taobao, Pinduoduo, JD, Cainiao or a seller's chat shows it: those after a label such
 * as 快递单号, those with the form of a courier's numbers, and digits of their length. Numbers of orders and phones,
 * dates, prices and postal codes are none.
 */
export function findTrackingNumbers(text: string): PastedNumbers {
  const found = new Set<string>();
  let foundCount = 0;
  for (const number of trackingNumbersIn(text.slice(0, maxPastedLength))) {
    found.add(number);
    foundCount += 1;
  }
  const most = declarationLimits.numbersPerRequest;
  return {
    trackingNumbers: [...found].slice(0, most),
    repeatedCount: foundCount - found.size,
    leftOutCount: Math.max(0, found.size - most),
  };
}
