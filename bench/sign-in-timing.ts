// Measures whether the duration of auth operations reveals which accounts exist: medians for known and unknown addresses. Calls
// are made in pairs, so that other load affects both; the result is the median difference with its 95 % range.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { median, say, secret, silent } from "./parts/measuring.ts";

const callsEach = Number(process.env["BENCH_CALLS"] ?? 200);
/** Names of the operations to measure, separated by commas; all by default. */
const chosenOperations = process.env["BENCH_OPERATIONS"]?.split(",");
const warmUpCalls = 20;
const password = "a calm harbour at dusk";

type Operation = {
  readonly path: string;
  readonly body: (email: string) => object;
  readonly expectedStatus: number;
  /** Whether the known addresses are not verified yet. */
  readonly isUnverified?: boolean;
};

const operations: Readonly<Record<string, Operation>> = {
  "sign in": {
    path: "/api/sign-in",
    body: (email) => ({ email, password: "wrong tide" }),
    expectedStatus: 401,
  },
  "sign in, admin": {
    path: "/api/admin-sign-in",
    body: (email) => ({ email, password: "wrong tide" }),
    expectedStatus: 401,
  },
  "sign up": {
    path: "/api/sign-up",
    body: (email) => ({ email, password, fullName: "Mei Chan" }),
    expectedStatus: 200,
  },
  reset: { path: "/api/password-reset-email", body: (email) => ({ email }), expectedStatus: 200 },
  "verification again": {
    path: "/api/verification-email",
    body: (email) => ({ email }),
    expectedStatus: 200,
    isUnverified: true,
  },
};

/** The median of `values` with its 95 % range (order statistics), as fractions of `whole`. */
function partsOf(whole: number, values: readonly number[]): { median: number; range: string } {
  const sorted = values.toSorted((one, other) => one - other);
  const reach = Math.ceil(0.98 * Math.sqrt(sorted.length));
  const middle = Math.floor(sorted.length / 2);
  const percent = (value = Number.NaN) => ((100 * value) / whole).toFixed(1);
  return {
    median: (100 * median(values)) / whole,
    range: `${percent(sorted[Math.max(0, middle - reach)])} to ${percent(sorted[Math.min(sorted.length - 1, middle + reach)])} %`,
  };
}

async function makeAccounts(
  { pool }: Database,
  { services }: OpenServer,
  { count, isVerified }: { readonly count: number; readonly isVerified: boolean },
): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  await pool.query(
    "insert into users (name, email, email_verified, password_hash) select 'Bench', email, $2, $3 from unnest($1::text[]) email",
    [emails, isVerified, await services.hashPassword(password)],
  );
  return emails;
}

let caller = 0;

/** Milliseconds of one call, from a new address so that no limit is reached. */
async function timeOf(
  { app, services }: OpenServer,
  operation: Operation,
  email: string,
): Promise<number> {
  const { publicUrl } = services.config;
  const request = new Request(`${publicUrl}${operation.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl },
    body: JSON.stringify(operation.body(email)),
  });
  caller += 1;
  const remoteAddress = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
  const startedAt = performance.now();
  const response = await app.fetch(request, { remoteAddress });
  await response.arrayBuffer();
  const milliseconds = performance.now() - startedAt;
  if (response.status === operation.expectedStatus) return milliseconds;
  throw new Error(
    `${operation.path} answered ${response.status} instead of ${operation.expectedStatus}.`,
  );
}

async function measure(database: Database, server: OpenServer): Promise<void> {
  for (const [name, operation] of Object.entries(operations)) {
    if (chosenOperations?.includes(name) === false) continue;
    const isVerified = operation.isUnverified !== true;
    const count = callsEach + warmUpCalls;
    const known = await makeAccounts(database, server, { count, isVerified });
    const times = { known: [] as number[], unknown: [] as number[] };
    // Alternating, so that neither is always the first.
    for (const [number, email] of known.entries()) {
      const pair = [
        { kind: "known", email },
        { kind: "unknown", email: `${randomUUID()}@example.com` },
      ] as const;
      for (const { kind, email: given } of number % 2 === 0 ? pair : pair.toReversed()) {
        const time = await timeOf(server, operation, given);
        if (number >= warmUpCalls) times[kind].push(time);
      }
    }
    const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
    const figures = `known ${ofKnown.toFixed(2)} ms, unknown ${ofUnknown.toFixed(2)} ms`;
    const within = times.known.map((time, pair) => time - (times.unknown[pair] ?? Number.NaN));
    const difference = partsOf(ofUnknown, within);
    say(
      `${name.padEnd(20)} ${figures}, difference ${difference.median.toFixed(1)} % (${difference.range})`,
    );
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-sign-in-"));
const postgres = await startEmbeddedPostgres({ dataFolder: join(dataFolder, "db"), log: silent });
const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
try {
  const server = await openServer({
    config: loadConfig({ DATA_DIR: dataFolder, SECRET: secret }),
    database,
    log: createLog({ level: "error", write: (line) => process.stderr.write(line) }),
    now: () => new Date(),
    clientFolder: null,
    isManual: true,
  });
  try {
    await measure(database, server);
  } finally {
    await server.close();
  }
} finally {
  await database.close();
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
