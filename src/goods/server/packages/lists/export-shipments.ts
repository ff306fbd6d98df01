import type { PackageStatus, PackageTab } from "#tracking/rules/package-status.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import type { SentPackage } from "#goods/server/announcements.ts";
import { seesContacts } from "#goods/server/packages/change-package.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import {
  listExportedShipments,
  listPackageIdsAfter,
  maxFound,
  statusFilter,
  type ExportedShipmentRow,
  type PackageFilter,
} from "./list-queries.ts";
import { searchPackages } from "./search-queries.ts";

const columns = [
  "Package",
  "Tracking Number",
  "Member Code",
  "User Email",
  "Destination",
  "Status",
  "Weight (kg)",
  "Ship Request",
  "Carrier",
  "Label Number",
  "Price (USD)",
  "Created",
  "Delivered",
];

const statusWords = {
  pending: "Pending",
  processing: "Processing",
  in_transit: "In Transit",
  delivered: "Delivered",
  voided: "Voided",
  cancelled: "Cancelled",
} as const satisfies Record<PackageStatus, string>;

const rowsAtOnce = maxFound;

type Row = ExportedShipmentRow & { readonly sent: SentPackage | undefined };

function cellsOf(csv: CsvWriter, { sent, ...row }: Row) {
  return [
    packageNumberText(row.number),
    textCell(row.trackingNumber),
    textCell(row.memberCode === null ? "" : formatMemberCode(row.memberCode)),
    row.userEmail,
    row.destination,
    statusWords[row.status],
    row.weightGrams === null ? "" : csv.kilograms(row.weightGrams),
    sent?.reference ?? "",
    sent?.carrierName ?? "",
    textCell(sent?.labelNumber ?? ""),
    sent === undefined || sent.priceCents === null ? "" : csv.amount(sent.priceCents),
    csv.moment(row.createdAt),
    row.deliveredAt === null ? "" : csv.moment(row.deliveredAt),
  ];
}

/**
 * `shipments.csv` with the packages that the list finds with the same filters, newest first, and with what they were sent
 * with. Throws what `csvDownload` throws.
 */
export async function exportShipments(
  context: SignedInContext,
  input: CsvReader & {
    readonly tab: PackageTab;
    readonly status: PackageStatus | "all";
    readonly weekStartsOn?: string | undefined;
    readonly search: string;
  },
): Promise<ReadableStream<Uint8Array>> {
  const { tab, weekStartsOn = null, search, ...reader } = input;
  const { db, listeners, session } = context;
  const status = statusFilter(tab, input.status);
  const readIds = async (filter: PackageFilter, after: Row | null): Promise<string[]> => {
    if (search === "") return await listPackageIdsAfter(db, filter, after, rowsAtOnce);
    // A search finds no more than are read at once.
    if (after !== null) return [];
    const searched = { search, includesCustomers: seesContacts(session.person) };
    const page = { offset: 0, limit: maxFound };
    return (await searchPackages(context, filter, searched, page)).items.map(({ id }) => id);
  };
  const readAfter = async (last: Row | null): Promise<Row[]> => {
    if (status === null) return [];
    const packageIds = await readIds({ status, weekStartsOn }, last);
    const rows = await listExportedShipments(db, packageIds);
    const sent = await listeners.sentPackages(db, packageIds);
    return rows.map((row) => ({ ...row, sent: sent.get(row.id) }));
  };
  return await csvDownload<Row>(context, reader, {
    fileName: "shipments.csv",
    columns,
    rowsAtOnce,
    audited: { tab, status: input.status, weekStartsOn, isSearch: search !== "" },
    readAfter,
    cellsOf,
  });
}
