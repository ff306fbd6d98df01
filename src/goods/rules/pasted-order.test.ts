import { describe, expect, test } from "vitest";
import { readPastedOrders } from "./pasted-order.ts";

const goods = (title: string, quantity: number, unitValueMinor: number | null, id = "") => ({
  title,
  quantity,
  unitValueMinor,
  currency: unitValueMinor === null ? null : ("CNY" as const),
  merchantProductId: id,
});

describe("a pasted text", () => {
  test("of orders says of each parcel its shop, order, goods and prices", () => {
    const orders = readPastedOrders(`我的订单
茶具旗舰店
订单编号：2345678901234567890
紫砂壶 手工泡茶壶 宜兴
颜色分类：红色
￥199.00
￥129.00 x2
https://item.taobao.com/item.htm?id=680123456789
运费 ￥10.00
实付款 ￥268.00
快递单号：YT8812345678901 圆通速递
已签收

百货小店
订单编号：2345678901234567891
保温杯 500ml ￥59.90
数量：3
实付款 ￥179.70
快递单号：75123456789012`);
    expect([...orders]).toEqual([
      [
        "YT8812345678901",
        {
          shop: "茶具旗舰店",
          orderReference: "2345678901234567890",
          goods: [goods("紫砂壶 手工泡茶壶 宜兴", 2, 12_900, "680123456789")],
        },
      ],
      [
        "75123456789012",
        {
          shop: "百货小店",
          orderReference: "2345678901234567891",
          goods: [goods("保温杯 500ml", 3, 5_990)],
        },
      ],
    ]);
  });

  test("in English and other currencies is read too", () => {
    const orders = readPastedOrders(`Shop: Harbour Store
Order No: AB-1234567890
Item: Linen summer dress, long
US$24.50
Qty: 2
Hair clip HK$19
x1
Shipping $4.00
Total: US$54.00
Tracking number: SF1234567890123`);
    expect(orders.get("SF1234567890123")).toEqual({
      shop: "Harbour Store",
      orderReference: "AB-1234567890",
      goods: [
        { ...goods("Linen summer dress, long", 2, 2_450), currency: "USD" },
        { ...goods("Hair clip", 1, 1_900), currency: "HKD" },
      ],
    });
  });

  test("without numbers of orders is parted by empty lines", () => {
    const orders = readPastedOrders(`帆布鞋 ￥80
SF1234567890123

围巾 35元
快递单号：YT8812345678901`);
    expect([...orders.values()].map((order) => order.goods)).toEqual([
      [goods("帆布鞋", 1, 8_000)],
      [goods("围巾", 1, 3_500)],
    ]);
  });

  test("gives the goods of an order in several parcels to the first", () => {
    const orders = readPastedOrders(`订单编号：2345678901234567891
雨伞 ￥30.00
快递单号：75123456789012、SF1234567890123`);
    expect([...orders.values()]).toEqual([
      { shop: "", orderReference: "2345678901234567891", goods: [goods("雨伞", 1, 3_000)] },
      { shop: "", orderReference: "2345678901234567891", goods: [] },
    ]);
  });

  test("that names no goods has what was paid", () => {
    const text =
      "订单编号：2345678901234567890\n实付款 ￥129.00\n快递单号：YT8812345678901 圆通速递";
    expect(readPastedOrders(text).get("YT8812345678901")?.goods).toEqual([goods("", 1, 12_900)]);
  });

  test("with one kind of goods and no price shares what was paid among the pieces", () => {
    const text = (count: number) =>
      `宝贝名称：雨伞\n数量：${count}\n实付款 ￥90.00\n快递单号：YT8812345678901`;
    expect(readPastedOrders(text(3)).get("YT8812345678901")?.goods).toEqual([
      goods("雨伞", 3, 3_000),
    ]);
    expect(readPastedOrders(text(7)).get("YT8812345678901")?.goods).toEqual([
      goods("雨伞", 7, null),
    ]);
  });

  test("of a chat has no goods", () => {
    const orders = readPastedOrders("亲，已经给您发货了\n圆通 YT8812345678901\n请注意查收哦");
    expect(orders.get("YT8812345678901")).toEqual({ shop: "", orderReference: "", goods: [] });
  });

  test("has prices as shops write them", () => {
    const priceOf = (price: string) =>
      readPastedOrders(`雨伞 ${price}\nYT8812345678901`).get("YT8812345678901")?.goods[0];
    const read = ["￥1,299.00", "¥ 12", "1,299.5元", "RMB 8.80", "JPY 1200", "€3.50", "usd 4"].map(
      (price) => [priceOf(price)?.currency, priceOf(price)?.unitValueMinor],
    );
    expect(read).toEqual([
      ["CNY", 129_900],
      ["CNY", 1_200],
      ["CNY", 129_950],
      ["CNY", 880],
      ["JPY", 1_200],
      ["EUR", 350],
      ["USD", 400],
    ]);
  });

  test("declares no currency of which the bank has no rate", () => {
    const orders = readPastedOrders("雨傘 NT$300\n快遞單號：YT8812345678901");
    expect(orders.get("YT8812345678901")?.goods).toEqual([]);
  });

  test("of the greatest length is read at once", () => {
    const line = "紫砂壶 ￥1.00 x2 订单编号：2345678901234567890 https://item.taobao.com/?id=1 ";
    const text = line.repeat(2_000).slice(0, 90_000);
    const start = performance.now();
    readPastedOrders(`${text}\nSF1234567890123`);
    readPastedOrders("雨伞 ￥1\nYT8812345678901\n".repeat(3_500));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
