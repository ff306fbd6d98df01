// What carriers send to customs before a package arrives, with the fields of the posts' message ITMATT.
import { declaredValueText, type DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import { apiError } from "#platform/contract/errors.ts";
import { decimalText } from "#platform/rules/money.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import {
  advanceDataLimits,
  type advanceDataFormats,
  type CustomsPaperContent,
  type DataLine,
  type PaperParty,
} from "#shipping/rules/customs-paper.ts";
import { listDataPapers } from "./customs-paper-queries.ts";

type Input = {
  readonly carrierCode: string;
  readonly from: string;
  readonly to: string;
  readonly format: (typeof advanceDataFormats)[number];
};

/** An item with its lines, whose texts are by the names of the fields. */
type Item = { readonly number: string; readonly fields: Fields; readonly lines: readonly Fields[] };
type Fields = Readonly<Record<string, string>>;

const papersAtOnce = 200;
/** Upload pages of carriers expect points and commas. */
const reader = { locale: "en-US", timeZone: "UTC" };

/** Spreadsheets would calculate with a plus sign. */
const phoneText = (phone: string) => phone.replace(/^\+/, "00");

function partyFields(prefix: string, party: PaperParty): Fields {
  return {
    [`${prefix}_name`]: party.name,
    [`${prefix}_street`]: party.street.join(", "),
    [`${prefix}_city`]: party.city,
    [`${prefix}_state`]: party.state,
    [`${prefix}_postal_code`]: party.postalCode,
    [`${prefix}_country`]: party.countryCode,
    [`${prefix}_phone`]: phoneText(party.phone),
  };
}

function itemFields(content: CustomsPaperContent, service: string): Fields {
  const { sender, recipient } = content;
  return {
    item_id: content.trackingNumber,
    reference: content.reference,
    day: content.day,
    service,
    category: content.category,
    category_text: content.categoryText,
    commerce_type: content.commerceType,
    ...partyFields("sender", sender),
    sender_sms_phone: phoneText(sender.smsPhone),
    ...partyFields("addressee", recipient),
    importer_reference: recipient.importerReference,
    gross_grams: String(content.grossGrams),
    postage: decimalText(content.postageCents),
    postage_currency: "USD",
  };
}

function lineFields(line: DataLine, at: number): Fields {
  const { valueMinor } = line;
  const currency = line.currency as DeclaredCurrency;
  return {
    line: String(at + 1),
    description: line.description,
    quantity: String(line.quantity),
    net_grams: String(line.netGrams),
    value: valueMinor === null ? "" : declaredValueText(valueMinor, currency),
    currency: valueMinor === null ? "" : currency,
    hs_code: line.hsCode ?? "",
    origin: line.originCode,
    merchant_product_id: line.merchantProductId,
    manufacturer_product_id: line.manufacturerProductId,
    standard_product_id: line.standardProductId,
  };
}

const partyColumns = "name street city state postal_code country phone".split(" ");

/** The headings of the file, in its order. */
const columns = [
  "item_id",
  "reference",
  "day",
  "service",
  "category",
  "category_text",
  "commerce_type",
  ...partyColumns.map((name) => `sender_${name}`),
  "sender_sms_phone",
  ...partyColumns.map((name) => `addressee_${name}`),
  "importer_reference",
  "gross_grams",
  "postage",
  "postage_currency",
  "line",
  "description",
  "quantity",
  "net_grams",
  "value",
  "currency",
  "hs_code",
  "origin",
  "merchant_product_id",
  "manufacturer_product_id",
  "standard_product_id",
];

async function listItems(
  { db }: Pick<SignedInContext, "db">,
  input: Input,
  after: string | null,
): Promise<Item[]> {
  const papers = await listDataPapers(db, input, after, papersAtOnce);
  return papers.map(({ number, serviceName, content }) => ({
    number,
    fields: content === null ? {} : itemFields(content, serviceName),
    lines: (content?.dataLines ?? []).map(lineFields),
  }));
}

function fileName({ carrierCode, from, to, format }: Input): string {
  return `advance-data-${carrierCode}-${from}-${to}.${format}`;
}

/** All items as JSON, each with its lines. Throws `too_large` above as many as one file has. */
async function jsonDownload(context: SignedInContext, input: Input) {
  const items: Item[] = [];
  let part: Item[];
  do {
    part = await listItems(context, input, items.at(-1)?.number ?? null);
    items.push(...part);
    if (items.length > advanceDataLimits.items) throw apiError("too_large");
  } while (part.length === papersAtOnce);
  const { from, to, format } = input;
  await context.audit({ after: { from, to, format } });
  const text = JSON.stringify({ items: items.map(({ fields, lines }) => ({ ...fields, lines })) });
  context.responseHeaders.set("content-type", "application/json; charset=utf-8");
  context.responseHeaders.set("content-disposition", `attachment; filename="${fileName(input)}"`);
  return new Blob([text]).stream();
}

/** The goods of a carrier's labels as CSV, a row for each line, or JSON. Throws `too_large` and what `csvDownload` throws. */
export async function exportAdvanceData(
  context: SignedInContext,
  input: Input,
): Promise<ReadableStream<Uint8Array>> {
  if (input.format === "json") return await jsonDownload(context, input);
  let last: string | null = null;
  return await csvDownload<Fields>(context, reader, {
    fileName: fileName(input),
    columns,
    // Items have several rows, so that a short part is not the last one.
    rowsAtOnce: 1,
    audited: { from: input.from, to: input.to, format: input.format },
    readAfter: async () => {
      const items = await listItems(context, input, last);
      last = items.at(-1)?.number ?? last;
      return items.flatMap(({ fields, lines }) => lines.map((line) => ({ ...fields, ...line })));
    },
    cellsOf: (_csv, fields) => columns.map((column) => fields[column] ?? ""),
  });
}
