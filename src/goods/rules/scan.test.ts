import { describe, expect, test } from "vitest";
import { parseScan } from "./scan.ts";

const uuid = "0b7c9a52-3f0e-4a6b-9a53-6d1d5f6f0a11";
const gs = "\u001D";

const numbers: readonly (readonly [name: string, scan: string, trackingNumber: string])[] = [
  ["as it is", "SF1234567890123", "SF1234567890123"],
  ["lower case, with spaces", " sf 1234 5678 90123 ", "SF1234567890123"],
  ["full-width", "ＳＦ１２３４５６７８９０１２３", "SF1234567890123"],
  ["with control characters", "SF12345\u0000678\u200B90123\r\n", "SF1234567890123"],
  ["with what nobody sees", "\uFEFFSF12345\uFE0F678\u206090123\u00AD", "SF1234567890123"],
  ["with any dash", "AB–1234", "AB-1234"],
  ["of four characters", "AB12", "AB12"],
  ["of sixty characters", "7".repeat(60), "7".repeat(60)],
  ["of JD with its piece", "JDVA12345678901-1-2-", "JDVA12345678901"],
  ["of JD with its piece, no dash at the end", "JDVA12345678901-1-1", "JDVA12345678901"],
  ["of FedEx, 12 of 34 digits", `1001934016150000${"0".repeat(6)}795602338504`, "795602338504"],
  ["of FedEx, 15 of 34 digits", `9632001960000000000${"567890100000013"}`, "567890100000013"],
  ["of USPS with ZIP", `42094103${"9400110898825022579493"}`, "9400110898825022579493"],
  ["of USPS with ZIP+4", `420941031234${"9400110898825022579493"}`, "9400110898825022579493"],
  ["of USPS in GS1-128", `]C142094103${gs}9400110898825022579493`, "9400110898825022579493"],
  ["with the name of its symbology", "]C0YT8812345678901", "YT8812345678901"],
  [
    "of FedEx, 12 of 34 digits that begin with 101",
    `1011921334250001000300${"779017972697"}`,
    "779017972697",
  ],
  [
    "of FedEx, 12 of 34 digits that begin with 102",
    `1021921380360001000300${"639585804382"}`,
    "639585804382",
  ],
  ["of FedEx, 12 of 34 digits, as printed", "1001921334250001000300779017972697", "779017972697"],
  ["of FedEx Ground, 12 of 34 digits", "9622001900000000000000776632517510", "776632517510"],
  ["of FedEx ASTRA", "32971514560102447849175802862014", "784917580286"],
  ["of FedEx ASTRA, another", "33810799560000004380417923803212", "438041792380"],
  ["of FedEx in Codabar", "d8077152042820402b", "807715204282"],
  ["of FedEx in Codabar without a form", "a986578788855b", "986578788855"],
  ["of FedEx in Codabar, in capitals", "A9865787888550402D", "986578788855"],
  ["of FedEx Ground 96, 22 digits", "9611020987654312345672", "987654312345672"],
  ["of Code 39 with its asterisks", "*SF1234567890123*", "SF1234567890123"],
  ["of FedEx in Code 39", "*986578788855*", "986578788855"],
  [
    "of SF in its QR code",
    "MMM={'k1':'010W','k2':'010AE','k3':'003','k4':'T6','k5':'SF1331875979567','k6':'','k7':'53528168'}",
    "SF1331875979567",
  ],
  [
    "of SF in digits in its QR code",
    "43100002%MMMMMM={'k1':'574W','k2':'574TF','k3':'017','k4':'T4','k5':'049842774482','k6':''}",
    "049842774482",
  ],
  [
    "of SF in its QR code with other quotes",
    '{"k1":"020W","k5" : "SF7444496931331","k6":""}',
    "SF7444496931331",
  ],
  [
    "of USPS with ZIP, 26 digits",
    `42010023${"92748931507708513018050063"}`,
    "92748931507708513018050063",
  ],
  [
    "of USPS with ZIP+4 that begins with 92",
    "4201028200009261290113185417468510",
    "9261290113185417468510",
  ],
  ["of USPS alone", "9261290113185417468510", "9261290113185417468510"],
  ["of 32 digits of somebody else", `1${"2".repeat(31)}`, `1${"2".repeat(31)}`],
  ["of Codabar of somebody else", "A1234567890130402B", "A1234567890130402B"],
  ["SSCC in brackets", "(00)340123450000000018", "340123450000000018"],
  ["SSCC in GS1-128", `]C100340123450000000018`, "340123450000000018"],
  ["SSCC after FNC1", `${gs}00340123450000000018`, "340123450000000018"],
  ["SSCC beside a postal code", `]C1420999077${gs}00340123450000000018`, "340123450000000018"],
  ["consignment of a freight forwarder", `]d2401ABC123${gs}42134409`, "ABC123"],
  ["serial number beside an item", `]d2010950600013435221SER77`, "09506000134352"],
];

describe("a number in a scan", () => {
  test.each(numbers)("%s", (_name, scan, trackingNumber) => {
    expect(parseScan(scan)).toMatchObject({ kind: "number", number: { trackingNumber } });
  });

  test("is also looked up as it was scanned, since customers copy what they see", () => {
    expect(parseScan("jdva12345678901-1-2-")).toMatchObject({
      number: { spellings: ["JDVA12345678901", "JDVA12345678901-1-2-"] },
    });
    const usps = parseScan("420941039400110898825022579493");
    expect(usps).toMatchObject({
      number: { spellings: ["9400110898825022579493", "420941039400110898825022579493"] },
    });
    expect(parseScan("YT8812345678901")).toMatchObject({
      number: { spellings: ["YT8812345678901"] },
    });
  });
});

describe("a scan of ours", () => {
  test.each([
    ["https://sampan.example/a/K7RT2MXB", "K7RT2MXB"],
    ["HTTPS://SAMPAN.EXAMPLE/A/K7RT2MXB", "K7RT2MXB"],
    ["http://localhost:3000/a/k7rt2mxb/", "K7RT2MXB"],
  ])("%s is a label", (scan, labelCode) => {
    expect(parseScan(scan)).toEqual({ kind: "label", labelCode, isAddress: true, number: null });
  });

  test("a label's code alone may be a courier's number", () => {
    expect(parseScan("k7rt2mxb")).toMatchObject({
      kind: "label",
      labelCode: "K7RT2MXB",
      isAddress: false,
      number: { trackingNumber: "K7RT2MXB" },
    });
    expect(parseScan("KRTMXBAA")).toMatchObject({ kind: "label", number: null });
  });

  test.each([`https://sampan.example/scan/${uuid}`, `HTTPS://X/SCAN/${uuid.toUpperCase()}`])(
    "%s is the code of a package's leg",
    (scan) => expect(parseScan(scan)).toEqual({ kind: "package", qrCodeId: uuid }),
  );

  test.each(["SHELF:A-03-2", "shelf:a-03-2", "ＳＨＥＬＦ：Ａ－０３－２"])(
    "%s is a storage location",
    (scan) => expect(parseScan(scan)).toEqual({ kind: "storage_location", code: "A-03-2" }),
  );
});

test.each([
  ["a web address", "https://weixin.qq.com/r/12345678"],
  ["a web address without a scheme", "www.example.com/12345678"],
  ["an address of ours of something else", "https://sampan.example/dashboard/12345678"],
  ["a label with a character that no label has", "https://sampan.example/a/K7RT2MX0"],
  ["text without a digit", "FRAGILE"],
  ["nothing", "  "],
  ["too short", "A12"],
  ["too long", "7".repeat(61)],
  ["other characters", "单号123456"],
  ["a shelf without a code", "SHELF:"],
  ["a shelf with other characters", "SHELF:A_3"],
])("%s is not a waybill", (_name, scan) => {
  expect(parseScan(scan)).toEqual({ kind: "not_a_waybill" });
});
