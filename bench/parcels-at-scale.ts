// Measures the list and search of staff at 10,000 and 1,000,000 inbound parcels: p50, p99 and their ratios.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size.
import type { InboundParcelFilter } from "#goods/rules/inbound-parcel.ts";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import { listAllInboundParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { compareParcelSizes } from "./compare-parcel-sizes.ts";
import { warm } from "./compare-sizes.ts";
import { fillWithParcels } from "./fill-with-parcels.ts";
import { openSizedDatabase, silent } from "./sized-database.ts";

type Target = {
  readonly database: Database;
  readonly context: SignedInContext;
  readonly size: number;
  readonly samples: readonly Sample[];
};

type Sample = {
  readonly number: string;
  readonly label: string;
  readonly reference: string;
  readonly code: string;
  readonly email: string;
};

async function openTarget(url: string, name: string, size: number): Promise<Target> {
  const database = await openSizedDatabase(url, { name, size }, fillWithParcels);
  await warm(database);
  const { rows } = await database.pool.query<Sample>(
    `select tracking_number as number, label_code as label, order_reference as reference, code, email
     from inbound_parcels p tablesample bernoulli (${Math.min(100, 300_000 / size)})
     join profiles on profiles.id = p.user_id join member_codes using (user_id)
     where order_reference <> '' order by random() limit 500`,
  );
  const session = { person: { id: "", isAdmin: true, roles: [] } } as unknown as CurrentSession;
  const now = () => new Date();
  const context = { db: database.kysely, log: silent, session, now } as unknown as SignedInContext;
  return { database, context, size, samples: rows };
}

const list = (
  { context }: Target,
  input: {
    readonly filter?: InboundParcelFilter;
    readonly search?: string;
    readonly page?: number;
  },
) =>
  listAllInboundParcels(context, {
    filter: "all",
    storageLocationId: null,
    search: "",
    page: 1,
    pageSize: 50,
    ...input,
  });

const search =
  (textOf: (sample: Sample) => string, filter: InboundParcelFilter = "all") =>
  (target: Target, turn: number) => {
    const sample = target.samples[turn % target.samples.length];
    if (sample === undefined) throw new Error("There are no samples.");
    return list(target, { search: textOf(sample), filter });
  };

const measurements: Record<string, (target: Target, turn: number) => Promise<unknown>> = {
  "all, newest": (target) => list(target, {}),
  awaited: (target) => list(target, { filter: "awaited" }),
  here: (target) => list(target, { filter: "here" }),
  unmatched: (target) => list(target, { filter: "unmatched" }),
  "gone, page 150": (target) => list(target, { filter: "gone", page: 150 }),
  "search, whole number": search(({ number }) => number),
  "search, end of number": search(({ number }) => number.slice(-6)),
  "search, four signs of a number": search(({ number }) => number.slice(-4)),
  "search, number among those here": search(({ number }) => number.slice(-8), "here"),
  "search, label code": search(({ label }) => label),
  "search, end of order number": search(({ reference }) => reference.slice(-8)),
  "search, member code": search(({ code }) => `${code.slice(0, 4)}-${code.slice(4)}`),
  "search, part of email": search(({ email }) => email.slice(0, 8)),
  "search, nothing found": (target) => list(target, { search: "ZZQQ-NOT-THERE" }),
};

const isSearch = (name: string) => name.startsWith("search");
await compareParcelSizes("bench-parcels-", openTarget, measurements, isSearch);
