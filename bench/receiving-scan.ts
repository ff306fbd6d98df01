// Measures readScan at 10,000 and 1,000,000 inbound parcels: p50, p99 and their ratios.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size.
import type { ScanOutcome } from "#goods/rules/receiving.ts";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import { readScan } from "#goods/server/receiving/read-scan.ts";
import { compareParcelSizes } from "./compare-parcel-sizes.ts";
import { warm } from "./compare-sizes.ts";
import { fillWithParcels } from "./fill-with-parcels.ts";
import { openSizedDatabase, silent } from "./sized-database.ts";

type Sample = { readonly number: string; readonly label: string; readonly code: string };

type Target = {
  readonly database: Database;
  readonly context: SignedInContext;
  readonly warehouseId: string;
  readonly size: number;
  readonly samples: readonly Sample[];
};

async function openTarget(url: string, name: string, size: number): Promise<Target> {
  const database = await openSizedDatabase(url, { name, size }, fillWithParcels);
  await database.pool.query(`
    insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code,
      time_zone, opening_hours, closed_days, opened_at, created_at, updated_at)
    values ('HK1', 'Kwun Tong', 'hub', 'HK', '{}', '{code}', '', '', 'Asia/Hong_Kong', '[]', '{}', now(), now(), now())
    on conflict do nothing`);
  await warm(database);
  const { rows } = await database.pool.query<Sample>(
    `select tracking_number as number, label_code as label, code
     from inbound_parcels p join member_codes using (user_id)
     where state = 'expected' order by random() limit 200`,
  );
  const { rows: warehouses } = await database.pool.query<{ id: string }>(
    "select id from warehouses",
  );
  const session = { person: { id: "", isAdmin: true, roles: [] } } as unknown as CurrentSession;
  const now = () => new Date();
  const context = { db: database.kysely, log: silent, session, now } as unknown as SignedInContext;
  return { database, context, warehouseId: warehouses[0]?.id ?? "", size, samples: rows };
}

/** A measurement of scans that have to turn out as `outcome`. */
const scan =
  (scanOf: (sample: Sample, turn: number) => string, outcome: ScanOutcome) =>
  async ({ context, warehouseId, samples: found }: Target, turn: number) => {
    const sample = found[turn % found.length];
    if (sample === undefined) throw new Error("There are no samples.");
    const input = { scan: scanOf(sample, turn), memberCode: null, warehouseId };
    const answer = await readScan(context, input);
    if (answer.outcome !== outcome) throw new Error(`${input.scan} is ${answer.outcome}.`);
  };

/** The number with another character near its end. */
function mistyped({ number }: Sample): string {
  const [before, digit, after] = [number.slice(0, -3), number.at(-3), number.slice(-2)];
  return `${before}${(Number(digit) + 1) % 10}${after}`;
}

const measurements: Record<string, (target: Target, turn: number) => Promise<unknown>> = {
  "expected number": scan(({ number }) => number, "matched"),
  "code of our label": scan(({ label }) => label, "matched"),
  "number mistyped in one digit": scan(mistyped, "near_match"),
  "number without its prefix or first digit": scan(
    ({ number }) => number.replace(/^([A-Z]{2}|\d)/, ""),
    "near_match",
  ),
  "unknown number": scan(
    (_sample, turn) => `QQ${String(turn).padStart(4, "0")}AABBCC`,
    "unmatched",
  ),
};

await compareParcelSizes("bench-scan-", openTarget, measurements);
