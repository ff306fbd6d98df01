// Measures the list and search of staff at 10,000 and 1,000,000 inbound parcels: p50, p99 and their ratios.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboundParcelFilter } from "#core/inbound-parcel.ts";
import type { CurrentSession, SignedInContext } from "#server/context.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import type { Database } from "#server/db/open.ts";
import { listAllInboundParcels } from "#server/inbound-parcels/admin/list-all-inbound-parcels.ts";
import { compare, compareHeader, warm } from "./compare-sizes.ts";
import { fillWithParcels } from "./fill-with-parcels.ts";
import { openSizedDatabase, silent } from "./sized-database.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PARCELS"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 400);
const limits = { p50Ratio: 1.5, p99Milliseconds: 100 };

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
  const context = { db: database.kysely, log: silent, session } as unknown as SignedInContext;
  return { database, context, size, samples: rows };
}

const list = (
  { context }: Target,
  input: {
    readonly filter?: InboundParcelFilter;
    readonly search?: string;
    readonly page?: number;
  },
) => listAllInboundParcels(context, { filter: "all", search: "", page: 1, pageSize: 50, ...input });

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

// A configured folder keeps the data for the next run.
const storedFolder = process.env["BENCH_FOLDER"];
const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), "bench-parcels-")));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const targets: Target[] = [];
try {
  const small = await openTarget(postgres.url, "small_parcels", sizes.small);
  const large = await openTarget(postgres.url, "large_parcels", sizes.large);
  targets.push(small, large);
  process.stdout.write(compareHeader);
  const slower: string[] = [];
  for (const [name, measured] of Object.entries(measurements)) {
    const { p50Ratio, largeP99 } = await compare(name, measured, [small, large], samples);
    if (p50Ratio > limits.p50Ratio || largeP99 > limits.p99Milliseconds) slower.push(name);
  }
  process.stdout.write(
    slower.length === 0
      ? `Each median is at most ${limits.p50Ratio} times that of ${sizes.small} parcels, each p99 under ${limits.p99Milliseconds} ms.\n`
      : `Over the limits: ${slower.join("; ")}\n`,
  );
} finally {
  await Promise.all(targets.map(({ database }) => database.close()));
  await postgres.close();
  if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}
