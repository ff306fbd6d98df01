// What a text that was copied from a shop says about the parcels in it: shop, order, and the goods with their prices.
import { goodsItemLimits, merchantProductIds } from "./goods-item.ts";
import { parseDeclaredValue, type DeclaredCurrency } from "./inbound-parcel.ts";
import { findTrackingNumbers } from "./pasted-text.ts";
import { normalizeLine, plainText } from "#platform/rules/normalize-text.ts";

/** Goods as the shop's page names them. */
export type PastedGoods = {
  readonly title: string;
  readonly quantity: number;
  readonly unitValueMinor: number | null;
  readonly currency: DeclaredCurrency | null;
  readonly merchantProductId: string;
};

/** What a text says about a parcel besides its number. */
export type PastedOrder = {
  readonly shop: string;
  readonly orderReference: string;
  readonly goods: readonly PastedGoods[];
};

const maxShopCharacters = 60;
const maxFieldCharacters = 120;

const orderLabel =
  /(?:[订訂][单單][编編]?[号號]?|交易[编編]?[号號]|\bORDER(?: (?:NO|NUMBER|ID))?\.?)\s*[:#]?\s*((?=[A-Z-]{0,6}\d)[A-Z\d][A-Z\d-]{7,39})/i;
const shopLabel = /^(?:店[铺鋪]|[卖賣]家|商家|掌柜|掌櫃|SHOP|STORE|SELLER)\s*:\s*(\S.*)$/i;
const shopEnd =
  /(?:旗[舰艦]店|[专專][营營卖賣]店|企[业業]店|[专專]柜|小店|店[铺鋪]|店|\bSTORE|\bSHOP|\bMALL)$/i;
const titleLabel =
  /^(?:商品(?:名[称稱])?|[宝寶][贝貝](?:名[称稱])?|品名|ITEM|PRODUCT|TITLE)\s*:\s*(\S.*)$/i;
const totalLabel =
  /[实實]付|[应應]付|合[计計]|[总總](?:[价價額额]|[计計])|[订訂][单單]金[额額]|\b(?:ORDER )?TOTAL\b|AMOUNT PAID/i;
/** Sums that are of no goods. */
const otherSums =
  /[运運][费費]|[优優]惠|[红紅]包|折扣|立[减減]|[满滿][减減]|[税稅]|退款|\b(?:SHIPPING|DISCOUNT|COUPON|TAX|REFUND|SUBTOTAL)\b/i;
/** Lines that speak of the order, its parcel or the person, and of no goods. */
const otherLines =
  /收[货貨件]|地址|[电電][话話]|手[机機]号|快[递遞]|物流|[单單][号號]|[运運][单單]|包裹|[时時][间間]|付款|支付|[状狀][态態]|交易|[备備]注|[发發][货貨]|[签簽]收|查看|申[请請]|[确確][认認]|[评評][价價]|[删刪]除|[详詳]情|客服|[颜顏]色|尺[码碼]|尺寸|[规規]格|款式|型[号號]|\b(?:TRACKING|ORDER|DELIVER\w*|SHIPPED|PAYMENT|ADDRESS|STATUS)\b|^(?:COLOU?R|SIZE)\b/i;
const number = String.raw`((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)`;
const sign = String.raw`(HK\$|US\$|S\$|A\$|C\$|NT\$|[¥￥$€£]|\b(?:CNY|RMB|HKD|USD|SGD|AUD|CAD|EUR|GBP|JPY)\b)`;
const prices = new RegExp(String.raw`${sign}\s?${number}(?![\d.])|(?<![\d.,])${number}\s?元`, "gi");
const quantityIn =
  /(?:^|[\s)])[x×*]\s?(\d{1,3})(?![\d\w])|(?:[数數]量|\bQTY|\bQUANTITY)\s*:?\s*[x×]?\s*(\d{1,3})(?!\d)/i;
const bareQuantity = /^\d{1,3}$/;

const currencyOfSign: Readonly<Record<string, DeclaredCurrency | null>> = {
  "¥": "CNY",
  "￥": "CNY",
  RMB: "CNY",
  HK$: "HKD",
  US$: "USD",
  $: "USD",
  S$: "SGD",
  A$: "AUD",
  C$: "CAD",
  // The bank publishes no rate of it, so that it is declared in another currency.
  NT$: null,
  "€": "EUR",
  "£": "GBP",
};

type Price = { readonly minor: number; readonly currency: DeclaredCurrency };

function pricesIn(line: string): Price[] {
  return [...line.matchAll(prices)].flatMap(([, named = "¥", signed, ofYuan]) => {
    const code = named.toUpperCase();
    const currency = code in currencyOfSign ? currencyOfSign[code] : (code as DeclaredCurrency);
    if (currency === null || currency === undefined) return [];
    const minor = parseDeclaredValue((signed ?? ofYuan ?? "").replaceAll(",", ""), currency);
    return minor === null ? [] : [{ minor, currency }];
  });
}

function quantityOf(line: string): number | null {
  const [, signed, labelled] = quantityIn.exec(line) ?? [];
  const count = Number(signed ?? labelled ?? (bareQuantity.test(line) ? line : 0));
  return count >= 1 ? count : null;
}

/** A line without its prices and its count. */
function titleOf(line: string): string {
  return normalizeLine(line.replaceAll(prices, " ").replace(quantityIn, " ")).replaceAll(
    /\s+/g,
    " ",
  );
}

/** Whether a line may name goods: words, and nothing that is said of an order. */
function mayNameGoods(line: string): boolean {
  if (otherLines.test(line) || totalLabel.test(line) || otherSums.test(line)) return false;
  if (/:|HTTPS?/i.test(line)) return false;
  return /\p{Script=Han}{2}|\p{L}{3}/u.test(titleOf(line));
}

function isShop(line: string): boolean {
  return line.length <= maxShopCharacters && shopEnd.test(line) && pricesIn(line).length === 0;
}

/** The lines of a text, as they are read; empty ones part what belongs together. */
function linesOf(text: string): string[] {
  return plainText(text)
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replaceAll(/\s+/g, " ").trim());
}

/** Where each order begins: at its number, with the name of the shop right above it. */
function orderStarts(lines: readonly string[]): number[] {
  return lines.flatMap((line, at) => {
    if (!orderLabel.test(line)) return [];
    const above = lines[at - 1] ?? "";
    return [isShop(above) || shopLabel.test(above) ? at - 1 : at];
  });
}

/** The orders of a text; without numbers of orders, what empty lines part. */
function ordersOf(lines: readonly string[]): (readonly string[])[] {
  const starts = orderStarts(lines);
  if (starts.length === 0) {
    const ends = lines.flatMap((line, at) => (line === "" ? [at] : []));
    return [-1, ...ends].map((end, at) => lines.slice(end + 1, ends[at] ?? lines.length));
  }
  return starts.map((start, at) => lines.slice(at === 0 ? 0 : start, starts[at + 1]));
}

type Draft = { title: string; quantity: number; prices: Price[]; isLabelled: boolean; age: number };

/** So many lines below its name a price or count still is of these goods. */
const linesOfGoods = 3;

/** Goods are what is named as such, and every line of words with a price or a count beside or below it. */
function goodsOf(lines: readonly string[]): Draft[] {
  const found: Draft[] = [];
  let current: Draft | null = null;
  for (const line of lines.filter((one) => one !== "")) {
    const [, labelled] = titleLabel.exec(line) ?? [];
    const isOther = totalLabel.test(line) || otherSums.test(line);
    if (labelled !== undefined || (!isShop(line) && mayNameGoods(line))) {
      const title = titleOf(labelled ?? line);
      current = { title, quantity: 1, prices: [], isLabelled: labelled !== undefined, age: 0 };
      found.push(current);
    }
    if (current === null || isOther) continue;
    if (current.age <= linesOfGoods) {
      current.prices.push(...pricesIn(line));
      const quantity = quantityOf(line);
      if (quantity !== null) [current.quantity, current.isLabelled] = [quantity, true];
    }
    current.age += 1;
  }
  return found.filter(({ prices: stated, isLabelled }) => stated.length > 0 || isLabelled);
}

/** What was paid for one piece: of a price and a higher one that is crossed out, the lower. */
function lowest(stated: readonly Price[]): Price | null {
  const [first] = stated;
  if (first === undefined) return null;
  const same = stated.filter(({ currency }) => currency === first.currency);
  return { ...first, minor: Math.min(...same.map(({ minor }) => minor)) };
}

function totalOf(lines: readonly string[]): Price | null {
  const line = lines.find((one) => totalLabel.test(one) && pricesIn(one).length > 0);
  return line === undefined ? null : (pricesIn(line)[0] ?? null);
}

/** The goods of an order; where a single kind has no price of its own, its share of what was paid. */
function readGoods(lines: readonly string[]): PastedGoods[] {
  const drafts = goodsOf(lines).slice(0, goodsItemLimits.perParcel);
  const ids = merchantProductIds(lines.join("\n"));
  const total = totalOf(lines);
  if (drafts.length === 0) {
    const { minor: unitValueMinor = null, currency = null } = total ?? {};
    if (total === null && ids.length === 0) return [];
    return [{ title: "", quantity: 1, unitValueMinor, currency, merchantProductId: ids[0] ?? "" }];
  }
  return drafts.map(({ title, quantity, prices: stated }, at) => {
    const isOnly = drafts.length === 1 && total !== null && total.minor % quantity === 0;
    const ofTotal = isOnly ? { ...total, minor: total.minor / quantity } : null;
    const price = lowest(stated) ?? ofTotal;
    return {
      title: title.slice(0, goodsItemLimits.originalCharacters).toWellFormed(),
      quantity,
      unitValueMinor: price?.minor ?? null,
      currency: price?.currency ?? null,
      merchantProductId: ids[at] ?? "",
    };
  });
}

function readOrder(lines: readonly string[]): PastedOrder {
  const named = lines.map((line) => shopLabel.exec(line)?.[1]).find((name) => name !== undefined);
  const shop = named ?? lines.find(isShop) ?? "";
  const reference = lines
    .map((line) => orderLabel.exec(line)?.[1])
    .find((one) => one !== undefined);
  return {
    shop: shop.slice(0, maxFieldCharacters).toWellFormed(),
    orderReference: reference ?? "",
    goods: readGoods(lines),
  };
}

/**
 * What a text says about the parcels whose numbers are in it. Goods of an order that comes in several parcels are with the
 * first, since nobody can tell in which they are.
 */
export function readPastedOrders(text: string): ReadonlyMap<string, PastedOrder> {
  const orders = new Map<string, PastedOrder>();
  for (const lines of ordersOf(linesOf(text))) {
    const { trackingNumbers } = findTrackingNumbers(lines.join("\n"));
    if (trackingNumbers.length === 0) continue;
    const order = readOrder(lines);
    for (const [at, trackingNumber] of trackingNumbers.entries()) {
      if (orders.has(trackingNumber)) continue;
      orders.set(trackingNumber, at === 0 ? order : { ...order, goods: [] });
    }
  }
  return orders;
}
