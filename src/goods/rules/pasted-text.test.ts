import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeLimit } from "#test/time-limit.ts";
import { findTrackingNumbers, maxPastedLength } from "./pasted-text.ts";

const numbersIn = (text: string) => findTrackingNumbers(text).trackingNumbers;

describe("the numbers in a text as", () => {
  test.each<[string, string, string[]]>([
    [
      "Taobao's order page",
      "茶具旗舰店\n交易成功\n景德镇手绘茶壶 x1\n￥129.00\n实付款 ￥129.00\n订单编号：2345678901234567890\n创建时间：2026-03-02 08:15:32\n付款时间：2026-03-02 08:15:40\n快递单号：YT8812345678901\n圆通速递",
      ["YT8812345678901"],
    ],
    [
      "Taobao's app, where a label stands above its number",
      "订单编号\n2345678901234567890\n复制\n物流编号\n75123456789012\n复制\n收货信息\n陈小姐 13800138000\n香港荃湾区 S7K32QX",
      ["75123456789012"],
    ],
    [
      "Cainiao's list",
      "【菜鸟驿站】您的中通快递 75123456789012 已到站，取件码 12-3-4567\n韵达 4312345678901 运输中",
      ["75123456789012", "4312345678901"],
    ],
    [
      "Pinduoduo's order page",
      "订单编号：260302-123456789012345\n商家：百货小店\n物流公司：极兔速递\n快递单号：JT5123456789012\n下单时间：2026-03-02 09:00:01",
      ["JT5123456789012"],
    ],
    [
      "JD's order page",
      "订单号：290012345678\n京东快递\n运单号：JDVB01234567890-1-1-\n下单时间 2026/3/2 10:11",
      ["JDVB01234567890"],
    ],
    [
      "a seller's chat",
      "亲，您的宝贝已发货，顺丰SF1234567890123，请注意查收哦~\n另一件是申通 773123456789012 麻烦签收",
      ["SF1234567890123", "773123456789012"],
    ],
    [
      "several on a line",
      "快递单号：YT8812345678901、YT8812345678902，YT8812345678903 / 75123456789012",
      ["YT8812345678901", "YT8812345678902", "YT8812345678903", "75123456789012"],
    ],
    [
      "several with spaces only",
      "75123456789012 75123456789013 SF1234567890123 JT5123456789012",
      ["75123456789012", "75123456789013", "SF1234567890123", "JT5123456789012"],
    ],
    [
      "a bare list",
      "1. YT8812345678901\n2、75123456789012\n3）SF1234567890123",
      ["YT8812345678901", "75123456789012", "SF1234567890123"],
    ],
    ["full-width digits", "運單號：ＳＦ１２３４５６７８９０１２３", ["SF1234567890123"]],
    ["full-width digits alone", "７５１２３４５６７８９０１２", ["75123456789012"]],
    ["spaces inside", "单号 SF 1234 5678 9012 3", ["SF1234567890123"]],
    ["a zero-width space", "快递单号：SF2000\u200B000000999", ["SF2000000000999"]],
    ["a word joiner in a label", "快递\u2060单号：75123456789012", ["75123456789012"]],
    ["a soft hyphen", "运单号 YT88123\u00AD45678901", ["YT8812345678901"]],
    ["marks of direction", "单号：\u200EJT3002232682242\u200F，请查收", ["JT3002232682242"]],
    ["a byte-order mark", "\uFEFF75123456789012", ["75123456789012"]],
    ["variation selectors", "📦\uFE0F7\uFE0F5123456789012", ["75123456789012"]],
    ["spaces inside without a label", "yt88 1234 5678 901 已发出", ["YT8812345678901"]],
    ["dashes inside", "中通：7512-3456-7890-12", ["75123456789012"]],
    [
      "other dashes and fixed spaces",
      "SF1234–5678—90123\nYT88\u00A012345678901",
      ["SF1234567890123", "YT8812345678901"],
    ],
    ["no space around it", "包裹已由圆通YT8812345678901揽收", ["YT8812345678901"]],
    [
      "brackets and colons of any width",
      "【韵达快递】（4312345678901） 单号:4312345678902",
      ["4312345678901", "4312345678902"],
    ],
    [
      "EMS and postal items",
      "EMS 1234567890123\n国际小包 RB123456785CN、rb 123 456 785 cn",
      ["1234567890123", "RB123456785CN"],
    ],
    [
      "a carrier directly before it",
      "EMS1234567890123，ZTO75123456789012",
      ["1234567890123", "75123456789012"],
    ],
    [
      "ten digits after a carrier's name",
      "德邦 9812345678\n圆通速递\n8812345679",
      ["9812345678", "8812345679"],
    ],
    ["an unusual number after a label", "快递单号：ABC-20260302-77", ["ABC2026030277"]],
    [
      "English",
      "Tracking number: 1Z999AA10123456784 (UPS)\nOrder No. 114-1234567-1234567",
      ["1Z999AA10123456784"],
    ],
    [
      "a sentence about an order",
      "Your order has shipped. SF Express SF4412345678906\nOrder: YT8812345678901",
      ["SF4412345678906", "YT8812345678901"],
    ],
    ["a count behind it", "SF1234 567890123 2 件", ["SF1234567890123"]],
    ["UPS's own groups", "1Z 999 AA1 01 2345 6784", ["1Z999AA10123456784"]],
    ["a carrier after the label", "物流单号：韵达 318012345678901234", ["318012345678901234"]],
    [
      "another number behind an order's",
      "订单编号：2345678901234567890 圆通 YT8812345678901",
      ["YT8812345678901"],
    ],
    [
      "a quoted link",
      "https://detail.tmall.com/item.htm?id=712345678901&orderId=290012345678 SF1234567890123",
      ["SF1234567890123"],
    ],
    [
      "traditional characters",
      "訂單編號：2345678901234567890\n快遞單號：極兔 JT5123456789012",
      ["JT5123456789012"],
    ],
  ])("%s", (_what, text, expected) => {
    expect(numbersIn(text)).toEqual(expected);
  });
});

describe("no number is found in", () => {
  test.each([
    ["an order's number", "订单号：2345678901234567890"],
    ["an order's number below its label", "订单编号\n\n290012345678"],
    ["several orders' numbers", "订单号：290012345678，290012345679"],
    ["an order of JD", "京东订单号：290012345678"],
    ["an order's number after the shop's name", "订单号：京东 290012345678"],
    ["an order's number with letters", "Order number: AB1234567890123"],
    ["an order of Pinduoduo without its label", "260302-123456789012345"],
    ["a payment's number", "支付宝交易号：2026030222001412345678901234"],
    ["a mobile number", "收货人：陈小姐 13800138000，138 0013 8001，138-0013-8002"],
    [
      "a mobile number with its country's code",
      "+86 138 0013 8000、8613800138000、0086-13800138000",
    ],
    ["a number of Hong Kong", "电话 852 5123 4567 / +852 5123-4567 / 51234567"],
    ["a price", "￥129.00 合计：¥ 1299 元，123456789012.50 元"],
    ["a date and time", "2026-03-02 08:15:32，2026/3/2，2026年3月2日 8:15，20260302081532"],
    ["a postal code", "邮编：518000　999077"],
    ["an identity card", "身份证 110101199003078515"],
    ["a bank card", "6222 0212 3456 7890 123"],
    ["sizes and counts", "US 10 1234 56789，A4 210 297，2 件 x 3"],
    ["an email", "mei1234567890123@example.com"],
    ["an address with the member code", "香港荃灣青山公路 88 號 3 樓 S7K3-2QX，陳大文 S7K32QX"],
    ["a code for collecting", "取件码 5-2-123456789012"],
    [
      "a product's name",
      "iPhone 15 Pro Max 256GB，MATE 60 PRO，SKU12345678901234，NO1234567890123",
    ],
    [
      "a share text",
      "【淘宝】7天无理由退货 https://m.tb.cn/h.5aBcDeF?tk=AbC1dEf2GhI CZ3457 「茶壶」",
    ],
    ["words alone", "亲，今天发货哦"],
    ["nothing", " \n\t"],
  ])("%s", (_what, text) => {
    expect(numbersIn(text)).toEqual([]);
  });
});

test("Each number is kept once, and the repeated ones are counted", () => {
  const text =
    "SF1234567890123\nSF 1234 5678 9012 3，ＳＦ１２３４５６７８９０１２３ 75123456789012";
  expect(findTrackingNumbers(text)).toEqual({
    trackingNumbers: ["SF1234567890123", "75123456789012"],
    repeatedCount: 2,
    leftOutCount: 0,
  });
});

test("Of more than 50 numbers the first 50 are kept, and the rest is counted", () => {
  const numbers = Array.from({ length: 53 }, (_, place) => `SF${1_000_000_000_000 + place}`);
  const found = findTrackingNumbers([...numbers, numbers[52]].join("\n"));
  expect(found).toEqual({
    trackingNumbers: numbers.slice(0, 50),
    repeatedCount: 1,
    leftOutCount: 3,
  });
});

describe("B16: A text of 100,000 characters is read in time", () => {
  test.each([
    ["digits", "1"],
    ["letters", "A"],
    ["single digits", "1 "],
    ["dashes", "1-"],
    ["groups of digits", "123456789 "],
    ["prefixes", "SF "],
    ["beginnings of postal items", "RB 123456789 "],
    ["beginnings of emails", "a."],
    ["beginnings of dates", "2026-"],
    ["beginnings of phone numbers", "+8 (-"],
    ["beginnings of links", "http:"],
    ["half labels", "快递单"],
    ["labels", "订单编号单号京东"],
    ["spaces", " "],
    ["line ends", "\n"],
    ["real lines", "快递单号：YT8812345678901 订单编号：2345678901234567890\n"],
  ])("%s", (_what, part) => {
    const text = part.repeat(Math.ceil(maxPastedLength / part.length)).slice(0, maxPastedLength);
    const startedAt = performance.now();
    findTrackingNumbers(text);
    // Tens of milliseconds alone; a step that grew with the square of the length would take many seconds.
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(1_000));
  });
});

test("Whatever is pasted, numbers have the form that can be declared", () => {
  const word = fc.constantFrom(
    "SF",
    "YT88",
    "订单号",
    "单号：",
    "123456",
    "75123456789012",
    "-",
    " ",
    "\n",
    "１２",
    "京东",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ unit: "binary" }))), (parts) => {
      for (const number of numbersIn(parts.join(""))) expect(number).toMatch(/^[A-Z0-9]{6,40}$/);
    }),
  );
});
