import { createHash } from "node:crypto";
import {
  kindOfError,
  longestContext,
  longestMessage,
  longestStack,
  placeOf,
  scrubbed,
  messageOf,
} from "#platform/rules/error-message.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { insertErrorLog, upsertErrorGroup, deleteErrorsBefore } from "./error-queries.ts";
import type { SignedInContext, Context, AppServices } from "#platform/server/context.ts";
import { isDatabaseUnavailable } from "#platform/server/error-response.ts";
import { addDays } from "#platform/rules/calendar.ts";

type ErrorReport = {
  readonly errorMessage: string;
  readonly errorStack?: string | undefined;
  readonly source: string;
  readonly context?: string | undefined;
};

/** Stores the report with the account that sends it. */
export async function reportError(
  context: SignedInContext,
  report: ErrorReport,
): Promise<Record<string, never>> {
  const { db, now, session } = context;
  const userId = session.person.id;
  await recordError(db, {
    errorMessage: report.errorMessage,
    errorStack: report.errorStack ?? null,
    // A browser cannot report an error as the server's.
    source: report.source === "server" ? "browser" : report.source,
    context: report.context ?? null,
    userId,
    now: now(),
  });
  return {};
}

/** An error that every request causes must not cause a write with every request. */
const maxPerMinute = 30;
const minuteMilliseconds = 60_000;

type Minute = { readonly startedAt: number; count: number };

/** The current minute of each server in this process, by its database. */
const minutes = new WeakMap<Db, Minute>();

function isBelowLimit(db: Db, now: number): boolean {
  let minute = minutes.get(db);
  if (
    minute === undefined ||
    now - minute.startedAt >= minuteMilliseconds ||
    now < minute.startedAt
  ) {
    minute = { startedAt: now, count: 0 };
    minutes.set(db, minute);
  }
  minute.count += 1;
  return minute.count <= maxPerMinute;
}

/**
 * Stores `error` for admins, at most 30 a minute per server. An unavailable database is not recorded, since there is
 * nowhere to record it. Never throws.
 */
export async function recordServerError(
  services: Pick<AppServices, "db" | "log" | "now"> & Partial<Pick<Context, "session">>,
  error: unknown,
  at: { readonly operation: string; readonly requestId: string },
): Promise<void> {
  const now = services.now();
  if (isDatabaseUnavailable(error) || !isBelowLimit(services.db, now.getTime())) return;
  try {
    await recordError(services.db, {
      errorMessage: messageOf(error),
      errorStack: error instanceof Error ? (error.stack ?? null) : null,
      source: "server",
      context: JSON.stringify(at),
      userId: services.session?.person.id ?? null,
      now,
    });
  } catch (failure) {
    services.log.error({ error: failure }, "An error could not be recorded");
  }
}

/** A job that failed on its last attempt; `reason` is the message of that error. */
type FailedJob = { readonly job: string; readonly tries: number; readonly reason: string };

/** Records the job as an error. Runs as a job itself, so that it is not lost while the database is unavailable. */
export async function recordFailedJob(
  { db, now }: Pick<AppServices, "db" | "now">,
  { job, tries, reason }: FailedJob,
): Promise<void> {
  await recordError(db, {
    errorMessage: `The job ${job} failed for good: ${reason}`,
    errorStack: null,
    source: "server",
    context: JSON.stringify({ operation: job, tries }),
    userId: null,
    now: now(),
  });
}

type ErrorToRecord = {
  readonly errorMessage: string;
  readonly errorStack: string | null;
  readonly source: string;
  readonly context: string | null;
  /** Null only for errors of the server itself. */
  readonly userId: string | null;
  readonly now: Date;
};

/**
 * Stores the error in its group, without personal data but the account's id; a resolved group is reopened. An anonymous
 * error that is not the server's is dropped.
 */
export async function recordError(db: Db, error: ErrorToRecord): Promise<void> {
  if (error.userId === null && error.source !== "server") return;
  const stored = (text: string, maximumLength: number) =>
    storableText(scrubbed(text), maximumLength);
  const errorMessage = stored(error.errorMessage, longestMessage);
  const errorStack = error.errorStack === null ? null : stored(error.errorStack, longestStack);
  const kind = { source: error.source, errorMessage, place: placeOf(errorStack) };
  const fingerprint = createHash("sha256").update(kindOfError(kind)).digest();
  await atomically(db, async (inner) => {
    const groupId = await upsertErrorGroup(inner, { ...kind, fingerprint, now: error.now });
    await insertErrorLog(inner, {
      groupId,
      errorMessage,
      errorStack,
      source: error.source,
      context: error.context === null ? null : stored(error.context, longestContext),
      userId: error.userId,
      createdAt: error.now,
    });
  });
}

const retentionDays = 90;

/** Deletes errors older than 90 days and returns how many; a recurring job. */
export async function deleteOldErrors({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const before = addDays(now(), -retentionDays);
  const deleted = await atomically(db, (inner) => deleteErrorsBefore(inner, before));
  if (deleted > 0) log.info({ deleted }, "Old errors deleted");
  return deleted;
}
