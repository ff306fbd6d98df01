import { messageOf } from "#platform/rules/error-message.ts";
import type { Context, AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isDatabaseUnavailable } from "#platform/server/error-response.ts";
import { recordError } from "./record-error.ts";

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
