// Keeps for staff what the server itself failed at, beside its log.
import { messageOf } from "#core/error-message.ts";
import type { Context, AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { isDatabaseUnavailable } from "#server/error-response.ts";
import { insertError } from "./insert-error.ts";

/** An error that happens with every request must not write with every request. */
const mostInAMinute = 30;
const minuteMilliseconds = 60_000;

type Minute = { readonly startedAt: number; count: number };

/** The running minute of each server in this process, told by its database. */
const minutes = new WeakMap<Db, Minute>();

function hasSpace(db: Db, now: number): boolean {
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
  return minute.count <= mostInAMinute;
}

/**
 * Keeps `error`, at most 30 a minute of one server. `at` says what was being done, such as an operation's name. A
 * database that is away is not kept, for there is nowhere to keep it. Never fails itself.
 */
export async function recordServerError(
  services: Pick<AppServices, "db" | "log" | "now"> & Partial<Pick<Context, "session">>,
  error: unknown,
  at: { readonly operation: string; readonly requestId: string },
): Promise<void> {
  const now = services.now();
  if (isDatabaseUnavailable(error) || !hasSpace(services.db, now.getTime())) return;
  try {
    await insertError(services.db, {
      errorMessage: messageOf(error),
      errorStack: error instanceof Error ? (error.stack ?? null) : null,
      source: "server",
      context: JSON.stringify(at),
      userId: services.session?.person.id ?? null,
      now,
    });
  } catch (failure) {
    services.log.error({ error: failure }, "An error could not be kept for staff");
  }
}
