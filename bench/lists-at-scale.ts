// Measures lists, searches and scans at 10,000 and 1,000,000 packages and parcels, and the export of delivered packages:
// `node bench/lists-at-scale.ts [PART]`, where PART is a part of the names of the measurements to run.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size. BENCH_FOLDER names a folder that keeps the databases for the next run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listeners } from "#app/server/listeners.ts";
import type { InboundParcelFilter } from "#goods/rules/inbound-parcel.ts";
import type { ScanOutcome } from "#goods/rules/receiving.ts";
import { listAllInboundParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { listInboundParcels } from "#goods/server/inbound-parcels/read-inbound-parcels.ts";
import {
  exportDelivered,
  listPackages,
  listShipments,
} from "#goods/server/packages/lists/list-packages.ts";
import {
  listUnmatchedParcels,
  readClaim,
  readUnmatchedParcel,
} from "#goods/server/parcel-claims/read-claims.ts";
import { readScan } from "#goods/server/receiving/read-scan.ts";
import { readDashboard } from "#office/server/admin/dashboard.ts";
import { listWorkItems } from "#office/server/admin/work-items/work-items.ts";
import { listOpenCases } from "#office/server/cases/read-cases.ts";
import { listUsers } from "#office/server/users/users.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { openQueues } from "#platform/server/limits/queues.ts";
import { countedStaffId, openFilledDatabase, searchedWords } from "./parts/fill-lists.ts";
import { conclude, quantile, say, secret, silent } from "./parts/measuring.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PACKAGES"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 400);
const maxRatio = 1.5;
const nameFilter = process.argv[2] ?? "";

type Package = Record<"userId" | "number" | "email" | "name", string>;
type Parcel = Record<"number" | "label" | "reference" | "code" | "email", string>;

/** One of the two databases, with values for the inputs of its measurements. */
type Target = {
  readonly database: Database;
  readonly size: number;
  readonly staff: SignedInContext;
  /** Customers with so many packages, and 500 parcels. */
  readonly with500: SignedInContext;
  readonly with10000: SignedInContext;
  readonly warehouseId: string;
  readonly packages: readonly Package[];
  readonly parcels: readonly Parcel[];
  readonly awaited: readonly Parcel[];
  readonly unmatchedIds: readonly string[];
  readonly claimIds: readonly string[];
};

/** A context with only those parts that the operations use. */
function contextOf({ kysely: db }: Database, id: string): SignedInContext {
  const person = { id, isAdmin: true, roles: [], hasTwoFactor: true, isWarehouseEntered: true };
  const services = { db, log: silent, config: { secret }, listeners, now: () => new Date() };
  const exchangeRates = { source: "" };
  const read = { session: { person }, exchangeRates, language: "en" };
  return { ...services, ...read } as unknown as SignedInContext;
}

async function openTarget(url: string, name: string, size: number): Promise<Target> {
  const database = await openFilledDatabase(url, { name, size });
  const { pool } = database;
  const idsOf = async (from: string) =>
    (await pool.query<{ id: string }>(`select id from ${from}`)).rows.map(({ id }) => id);
  const ownerOf = async (count: number) =>
    (await idsOf(`profiles where email = 'own-${count}@example.com'`))[0] ?? "";
  const percent = Math.min(100, 300_000 / size);
  const { rows: packages } = await pool.query<Package>(
    `select user_id as "userId", tracking_number as number, email, full_name as name
     from packages tablesample bernoulli (${percent}) join profiles on profiles.id = user_id
     where full_name <> 'Own' order by random() limit 3000`,
  );
  const parcelsWhere = async (condition: string, part: number) => {
    const { rows } = await pool.query<Parcel>(
      `select tracking_number as number, label_code as label, order_reference as reference, code, email
       from inbound_parcels p tablesample bernoulli (${part})
       join profiles on profiles.id = p.user_id join member_codes using (user_id)
       where ${condition} order by random() limit 500`,
    );
    return rows;
  };
  return {
    database,
    size,
    staff: contextOf(database, countedStaffId),
    with500: contextOf(database, await ownerOf(500)),
    with10000: contextOf(database, await ownerOf(10_000)),
    warehouseId: (await idsOf("warehouses"))[0] ?? "",
    packages,
    parcels: await parcelsWhere("order_reference <> ''", Math.min(100, 10 * percent)),
    awaited: await parcelsWhere("p.state = 'expected' and label_code is not null", 100),
    unmatchedIds: await idsOf("inbound_parcels where user_id is null"),
    claimIds: await idsOf("inbound_parcel_claims"),
  };
}

function at<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error("There are no samples.");
  return item;
}

type Work = (target: Target, turn: number) => Promise<unknown>;
type ListInput = Partial<Parameters<typeof listShipments>[1]>;
const firstPage = { page: 1, pageSize: 20 };

const own = (context: SignedInContext, input: Partial<Parameters<typeof listPackages>[1]> = {}) =>
  listPackages(context, { tab: "all", search: "", ...firstPage, ...input });

const shipments = ({ staff }: Target, input: ListInput) =>
  listShipments(staff, {
    tab: "all",
    status: "all",
    weekStartsOn: null,
    search: "",
    ...firstPage,
    ...input,
  });

/** Any of the pages there are, however far behind. */
const anyPage = (count: number) => 1 + Math.floor((Math.random() * count) / 20);

const users = ({ staff }: Target, search: string) =>
  listUsers(staff, { search, state: "all", order: "createdAt", direction: "desc", ...firstPage });

const ownParcels = ({ with500 }: Target, search: string) =>
  listInboundParcels(with500, { group: null, packageId: null, search, page: 1, pageSize: 50 });

const parcels =
  (
    searchOf: (parcel: Parcel) => string = () => "",
    filter: InboundParcelFilter = "all",
    page = 1,
  ): Work =>
  ({ staff, parcels: samplesOf }, turn) =>
    listAllInboundParcels(staff, {
      filter,
      storageLocationId: null,
      search: searchOf(at(samplesOf, turn)),
      page,
      pageSize: 50,
    });

/** A scan of an awaited parcel that has to turn out as `outcome`. */
const scan =
  (scanOf: (parcel: Parcel, turn: number) => string, outcome: ScanOutcome): Work =>
  async ({ staff, warehouseId, awaited }, turn) => {
    const input = { scan: scanOf(at(awaited, turn), turn), memberCode: null, warehouseId };
    const answer = await readScan(staff, input);
    if (answer.outcome !== outcome) throw new Error(`${input.scan} is ${answer.outcome}.`);
  };

/** The number with another digit near its end. */
function mistyped({ number }: Parcel): string {
  return `${number.slice(0, -3)}${(Number(number.at(-3)) + 1) % 10}${number.slice(-2)}`;
}

/** Judged by the ratio of the medians and by the p99 of the large database, below 100 ms or the given milliseconds. */
const measurements: Readonly<Record<string, Work>> = {
  "packages, of a customer": ({ database, packages }, turn) =>
    own(contextOf(database, at(packages, turn).userId)),
  "packages, tab counts": (target) => shipments(target, { pageSize: 1 }),
  "packages, all": (target) => shipments(target, {}),
  "packages, active": (target) => shipments(target, { tab: "active" }),
  "packages, delivered": (target) => shipments(target, { tab: "delivered" }),
  "packages, in transit": (target) => shipments(target, { status: "in_transit" }),
  "packages, any page": (target) => shipments(target, { page: anyPage(target.size) }),
  "packages, any delivered page": (target) =>
    shipments(target, { tab: "delivered", page: anyPage(target.size * 0.85) }),
  "packages, whole number": (target, turn) =>
    shipments(target, { search: at(target.packages, turn).number }),
  "packages, end of number": (target, turn) =>
    shipments(target, { search: at(target.packages, turn).number.slice(-8) }),
  "packages, whole email": (target, turn) =>
    shipments(target, { search: at(target.packages, turn).email }),
  "packages, number among delivered": (target, turn) =>
    shipments(target, { tab: "delivered", search: at(target.packages, turn).number }),
  "packages, nothing found": (target) => shipments(target, { search: "ZZQQ-NOT-THERE" }),
  "users, newest": (target) => users(target, ""),
  "users, whole email": (target, turn) => users(target, at(target.packages, turn).email),
  "users, end of name": (target, turn) =>
    users(target, at(target.packages, turn).name.slice(-5).trim()),
  "parcels, whole number": parcels(({ number }) => number),
  "parcels, end of number": parcels(({ number }) => number.slice(-6)),
  "parcels, number among those here": parcels(({ number }) => number.slice(-8), "here"),
  "parcels, label code": parcels(({ label }) => label),
  "parcels, end of order number": parcels(({ reference }) => reference.slice(-8)),
  "parcels, member code": parcels(({ code }) => `${code.slice(0, 4)}-${code.slice(4)}`),
  "parcels, part of email": parcels(({ email }) => email.slice(0, 8)),
  "parcels, nothing found": parcels(() => "ZZQQ-NOT-THERE"),
  "scan, expected number": scan(({ number }) => number, "matched"),
  "scan, code of our label": scan(({ label }) => label, "matched"),
  "scan, mistyped in one digit": scan(mistyped, "near_match"),
  "scan, unknown number": scan(
    (_parcel, turn) => `QQ${String(turn).padStart(4, "0")}AABBCC`,
    "unmatched",
  ),
};

/** What one customer has, whatever others have, by its bound in milliseconds. */
const ownMeasurements: Readonly<Record<string, readonly [boundMilliseconds: number, Work]>> = {
  "own 500 packages, first page": [50, ({ with500 }) => own(with500)],
  "own 500 packages, a word": [
    50,
    ({ with500 }, turn) => own(with500, { search: at(searchedWords, turn) }),
  ],
  "own 10,000 packages, first page": [50, ({ with10000 }) => own(with10000)],
  "own 10,000 packages, a word": [
    250,
    ({ with10000 }, turn) => own(with10000, { search: at(searchedWords, turn) }),
  ],
  "own 10,000 packages, a leg's number": [
    250,
    ({ with10000 }) => own(with10000, { search: "EB0000" }),
  ],
  "own 10,000 packages, nothing found": [
    250,
    ({ with10000 }) => own(with10000, { search: "nothing like this" }),
  ],
  "own 500 parcels, first page": [50, (target) => ownParcels(target, "")],
  "own 500 parcels, a shop": [50, (target) => ownParcels(target, "旗舰店")],
  "own 500 parcels, a part of a number": [50, (target) => ownParcels(target, "7919")],
};

/** What grows with the size up to a bound, judged by the p99 alone. */
const growing: Readonly<Record<string, Work>> = {
  "parcels, newest": parcels(),
  "parcels, awaited": parcels(undefined, "awaited"),
  "parcels, here": parcels(undefined, "here"),
  "parcels, gone, page 150": parcels(undefined, "gone", 150),
  "users, 'mei'": (target) => users(target, "mei"),
  "users, '陈'": (target) => users(target, "陈"),
  "users, 'анна'": (target) => users(target, "анна"),
  "unmatched, one with near numbers": async ({ staff, unmatchedIds }, turn) => {
    const { near } = await readUnmatchedParcel(staff, { inboundParcelId: at(unmatchedIds, turn) });
    if (near.length === 0) throw new Error("Nothing near was found.");
  },
  "unmatched, a claim": ({ staff, claimIds }, turn) =>
    readClaim(staff, { claimId: at(claimIds, turn) }),
  "open work, the dashboard with all counts": ({ staff }) => readDashboard(staff),
  "open work, the cases": ({ staff }) => listOpenCases(staff, firstPage),
  "open work, the cases about money": ({ staff }) =>
    listOpenCases(staff, { ...firstPage, about: "money" }),
  "open work, waiting for customers": ({ staff }) =>
    listWorkItems(staff, { kind: "waiting_for_customers", ...firstPage }),
  "open work, late": ({ staff }) => listWorkItems(staff, { kind: "late", ...firstPage }),
  "unmatched, the list": ({ staff }) =>
    listUnmatchedParcels(staff, { search: "", page: 1, pageSize: 50 }),
};

/** Searches that match a share of all rows; for information only. */
const broad: Readonly<Record<string, Work>> = {
  "packages, 'SF' (a fifth)": (target) => shipments(target, { search: "SF" }),
  "packages, '@example.com' (a third)": (target) => shipments(target, { search: "@example.com" }),
  "packages, four digits": (target, turn) =>
    shipments(target, { search: String(1000 + ((turn * 7) % 9000)) }),
};

type Limits = { readonly ratio?: number; readonly p99Milliseconds?: number };

/** Measures in both databases, prints a line, and returns what is over the limits. */
async function compare(
  [name, work]: readonly [string, Work],
  targets: readonly [Target, Target],
  { ratio = Infinity, p99Milliseconds = Infinity }: Limits,
): Promise<string[]> {
  if (!name.includes(nameFilter)) return [];
  const times: [number[], number[]] = [[], []];
  for (let turn = -20; turn < samples; turn += 1) {
    // In turns, so that load of the machine affects both.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await work(targets[side], turn + 20);
      if (turn >= 0) times[side].push(performance.now() - startedAt);
    }
  }
  const [p50, p99] = [0.5, 0.99].map((part) => times.map((all) => quantile(all, part)));
  const [small = 0, large = 0] = p50 ?? [];
  const slow = p99?.[1] ?? 0;
  const figures = [small, large, large / small, slow];
  say(name.padEnd(38) + figures.map((figure) => figure.toFixed(2).padStart(9)).join(""));
  return [
    ...(large / small > ratio ? [`${name}: ${(large / small).toFixed(2)} times the median`] : []),
    ...(slow > p99Milliseconds ? [`${name}: p99 ${slow.toFixed(0)} ms`] : []),
  ];
}

async function measureExport({ database, staff }: Target): Promise<void> {
  const responseHeaders = new Headers();
  const exporting = { ...staff, db: database.kysely, queues: openQueues(), responseHeaders };
  const startMegabytes = process.memoryUsage().rss / 1_048_576;
  let [mostMegabytes, bytes] = [startMegabytes, 0];
  const startedAt = performance.now();
  const reader = { timeZone: "Asia/Singapore", locale: "en-GB" };
  for await (const chunk of await exportDelivered(exporting, reader)) {
    bytes += chunk.byteLength;
    mostMegabytes = Math.max(mostMegabytes, process.memoryUsage().rss / 1_048_576);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const grown = (mostMegabytes - startMegabytes).toFixed(0);
  say(`export: ${(bytes / 1_048_576).toFixed(0)} MB in ${seconds} s, ${grown} MB more memory`);
}

async function measure(targets: readonly [Target, Target]): Promise<void> {
  const columns = ["small p50", "large p50", "ratio", "large p99"];
  say("milliseconds".padEnd(38) + columns.map((column) => column.padStart(9)).join(" "));
  const wrong: string[] = [];
  for (const one of Object.entries(measurements))
    wrong.push(...(await compare(one, targets, { ratio: maxRatio, p99Milliseconds: 100 })));
  for (const [name, [p99Milliseconds, work]] of Object.entries(ownMeasurements))
    wrong.push(...(await compare([name, work], targets, { p99Milliseconds })));
  for (const one of Object.entries(growing))
    wrong.push(...(await compare(one, targets, { p99Milliseconds: 100 })));
  for (const one of Object.entries(broad)) await compare(one, targets, {});
  if (nameFilter === "") await measureExport(targets[1]);
  conclude(wrong);
}

const storedFolder = process.env["BENCH_FOLDER"];
const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), "bench-lists-")));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const opened: Target[] = [];
try {
  const small = await openTarget(postgres.url, "small", sizes.small);
  opened.push(small);
  const large = await openTarget(postgres.url, "large", sizes.large);
  opened.push(large);
  await measure([small, large]);
} finally {
  await Promise.all(opened.map(({ database }) => database.close()));
  await postgres.close();
  if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}
