import { globSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { operations } from "#app/contract/operations.ts";
import { fileRules } from "#app/server/file-rules.ts";
import { jobList } from "#app/server/jobs.ts";
import { attemptLimits, type AttemptLimit } from "#platform/rules/attempt-limits.ts";
import { imageLimits } from "#platform/server/adapters/files/image-limits.ts";
import { environmentSettings } from "#platform/server/environment-settings.ts";
import { bodyLimits } from "#platform/server/http/read-body.ts";
import type { JobRules } from "#platform/server/jobs/job-list.ts";
import type { QueueLimits } from "#platform/server/limits/fair-queue.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";

const repository = join(import.meta.dirname, "..");

type Row = readonly string[];

/** A table whose columns are aligned, but for the last one. */
function table(heads: Row, rows: readonly Row[]): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) =>
    column === heads.length - 1 ? 3 : Math.max(3, ...all.map((row) => row[column]?.length ?? 0)),
  );
  const lineOf = (row: Row) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lineOf(heads), rule, ...rows.map(lineOf)].join("\n");
}

/** A row for each of `names`, which only the first has the other cells of. */
function rowsByName(cells: Row, names: readonly string[]): Row[] {
  if (names.length === 0) return [[...cells, ""]];
  return names.map((name, place) => [...(place === 0 ? cells : cells.map(() => "")), name]);
}

const formatNumber = (value: number) =>
  value === Infinity ? "any" : new Intl.NumberFormat("en").format(value);

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds as one says them: 15 minutes. */
function formatSeconds(seconds: number): string {
  const [unit, length] = units.find((one) => seconds >= one[1] && seconds % one[1] === 0) ?? [
    "second",
    1,
  ];
  const count = seconds / length;
  return `${formatNumber(count)} ${unit}${count === 1 ? "" : "s"}`;
}

const countedOnly = { wrongPasswords: "wrong passwords", rightPasswords: "right passwords" };

function describeAttempts(): string {
  const rows = Object.entries<AttemptLimit>(attemptLimits).flatMap(([name, limit]) =>
    rowsByName(
      [
        name,
        formatNumber(limit.attempts),
        formatSeconds(limit.seconds),
        limit.only === undefined ? "" : countedOnly[limit.only],
      ],
      operations.filter((operation) => operation.limit === name).map((operation) => operation.name),
    ),
  );
  return table(["limit", "attempts", "within", "only", "counted before"], rows);
}

function describeQueues(): string {
  const rows = Object.entries<QueueLimits>(queueLimits).map(([name, limits]) => [
    name,
    formatNumber(limits.atOnce),
    formatNumber(limits.atOncePerAccount),
    formatNumber(limits.mostPerAccount),
    formatNumber(limits.mostInAll),
    formatSeconds(limits.longestWaitSeconds),
    limits.errorCode ?? "busy",
  ]);
  return table(
    ["queue", "at once", "of one account", "with those that wait", "in all", "wait", "else"],
    rows,
  );
}

function describeUploads(): string {
  const rows = Object.entries(fileRules).flatMap(([owner, { uploads }]) =>
    uploads === null
      ? []
      : [
          [
            owner,
            formatNumber(uploads.most),
            formatNumber(uploads.maximumBytes ?? imageLimits.maximumBytes),
            uploads.types.join(", "),
          ],
        ],
  );
  return table(["files of", "at most", "bytes each", "stored as"], rows);
}

function describeFigures(figures: Readonly<Record<string, number>>): string {
  return table(
    ["limit", "value"],
    Object.entries(figures).map(([name, value]) => [name, formatNumber(value)]),
  );
}

const isLimit = (name: string) => /Limits$|^(?:most|max|maximum|longest|highest)[A-Z]/.test(name);

/** The numbers that a module's rules export under a name that says that they are limits. */
async function limitsOfRules(): Promise<readonly Row[]> {
  const files = globSync("src/*/rules/**/*.ts", { cwd: repository }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const rows: Row[] = [];
  for (const file of files.toSorted()) {
    const exported = (await import(join(repository, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      // Limits of attempts have a table of their own.
      if (!isLimit(name) || value === attemptLimits) continue;
      const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
      const figures = typeof value === "number" ? [[name, value] as const] : parts;
      for (const [part, figure] of figures) {
        if (typeof figure !== "number") continue;
        rows.push([part === name ? name : `${name}.${part}`, formatNumber(figure), file]);
      }
    }
  }
  return rows;
}

type Schema = {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** Of a schema with a name, which stands once in the definitions of the whole input. */
  readonly $ref?: string;
};

type InputSchema = Schema & { readonly $defs?: Readonly<Record<string, Schema>> };

/** What a schema takes at most, by the path of each of its fields. */
function boundsOf(
  input: InputSchema,
  schema: Schema = input,
  path = "",
): readonly (readonly [string, string])[] {
  const { maxLength, maxItems, maximum, properties = {}, items, $ref } = schema;
  const named = input.$defs?.[$ref?.replace("#/$defs/", "") ?? ""];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const own = [
    ...(maxLength === undefined ? [] : [`${formatNumber(maxLength)} characters`]),
    ...(maxItems === undefined ? [] : [`${formatNumber(maxItems)} entries`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? []
      : [`up to ${formatNumber(maximum)}`]),
  ];
  return [
    ...own.map((bound) => [path, bound] as const),
    ...Object.entries(properties).flatMap(([name, field]) =>
      boundsOf(input, field, path === "" ? name : `${path}.${name}`),
    ),
    ...(items === undefined ? [] : boundsOf(input, items, `${path}[]`)),
    ...(named === undefined ? [] : boundsOf(input, named, path)),
    ...variants.flatMap((variant) => boundsOf(input, variant, path)),
  ];
}

/** The bounds of every field of the inputs, each with the operations that have it. */
function describeInputs(): string {
  const rows = new Map<string, readonly string[]>();
  for (const { name, inputSchema } of operations) {
    if (!(inputSchema instanceof z.ZodType)) continue;
    const schema = z.toJSONSchema(inputSchema, {
      io: "input",
      unrepresentable: "any",
      reused: "inline",
    }) as InputSchema;
    for (const [field, bound] of boundsOf(schema)) {
      const key = `${field}\n${bound}`;
      rows.set(key, [...new Set([...(rows.get(key) ?? []), name])]);
    }
  }
  const named = (names: readonly string[]) =>
    names.length > 6 ? [`${names.length} operations`] : names;
  const cells = [...rows]
    .map(([key, names]) => ({ bound: key.split("\n"), names: named(names) }))
    .toSorted(({ bound: [a = ""] }, { bound: [b = ""] }) => (a < b ? -1 : 1));
  return table(
    ["field", "at most", "of"],
    cells.flatMap(({ bound, names }) => rowsByName(bound, names)),
  );
}

function describeJobs(): string {
  const jobs: Readonly<Record<string, JobRules>> = { ...jobList };
  const rows = Object.entries(jobs).map(([name, rules]) => [
    name,
    rules.cron ?? "",
    formatNumber(rules.concurrency),
    formatSeconds(rules.timeoutSeconds),
    formatNumber(rules.retries),
    `${formatSeconds(rules.firstRetryDelaySeconds)} to ${formatSeconds(rules.maxRetryDelaySeconds)}`,
  ]);
  return table(["job", "when (cron, UTC)", "at once", "lost after", "retries", "after"], rows);
}

function describeSettings(): string {
  const rows = Object.entries(environmentSettings).map(([name, { expected }]) => [name, expected]);
  return table(["setting", "it should be"], rows);
}

/** Every bound that the code states. */
export async function describeBounds(): Promise<string> {
  const busy = operations.filter(({ errorCodes }) => errorCodes.includes("busy"));
  const text = [
    "# Bounds",
    "What the code states of how much may be requested, sent and stored.",
    "Generated by `scripts/write-generated-docs.ts`. Why the important ones are as they are: [invariants](../invariants.md).",
    "## Limits of attempts",
    "Counted in the database, for all servers together; a name ends with what it counts separately or for how long. Without an operation in the last column (one on each line) it is counted by the code that knows the outcome or receives the file. Above a limit the answer is `too_many_requests`, with `Retry-After`.",
    describeAttempts(),
    "## Queues",
    "In each server process, in turn by account, or by address without a session. Beyond its bounds a request gets the error of the last column.",
    describeQueues(),
    "Operations that may answer `busy`:",
    busy.map(({ name }) => `- ${name}`).join("\n"),
    "## Uploads",
    describeUploads(),
    "An image, and the processes that draw it:",
    describeFigures(imageLimits),
    "The body of a request, in bytes:",
    describeFigures(bodyLimits),
    "## Limits of the rules",
    table(["limit", "value", "file"], await limitsOfRules()),
    "## Inputs",
    "`[]` is each entry of a list. What has a form of its own (ids, dates, codes, values of a list) is not here.",
    describeInputs(),
    "## Jobs",
    describeJobs(),
    "## Settings",
    describeSettings(),
  ];
  return `${text.join("\n\n")}\n`;
}
