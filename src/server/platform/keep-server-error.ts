// Keeps for staff what the server itself failed at, beside its log.
import type { Context, Parts } from "#server/context.ts";
import { isDatabaseUnavailable } from "#server/problem-response.ts";
import { keepError } from "./keep-error.ts";

/** An error that happens with every request must not write with every request. */
const mostInAMinute = 30;
const minuteMilliseconds = 60_000;

let minute = { startedAt: 0, count: 0 };

function hasRoom(now: Date): boolean {
  if (now.getTime() - minute.startedAt >= minuteMilliseconds || now.getTime() < minute.startedAt) {
    minute = { startedAt: now.getTime(), count: 0 };
  }
  minute.count += 1;
  return minute.count <= mostInAMinute;
}

/**
 * Keeps `error`, at most 30 a minute in one process. `at` says what was being done, such as an operation's name. A
 * database that is away is not kept, for there is nowhere to keep it. Never fails itself.
 */
export async function keepServerError(
  parts: Pick<Parts, "db" | "log" | "now"> & Partial<Pick<Context, "session">>,
  error: unknown,
  at: { readonly operation: string; readonly requestId: string },
): Promise<void> {
  const now = parts.now();
  if (isDatabaseUnavailable(error) || !hasRoom(now)) return;
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  try {
    await keepError(parts.db, {
      errorMessage: message === "" ? name : message,
      errorStack: stack ?? null,
      source: "server",
      context: JSON.stringify(at),
      userId: parts.session?.person.id ?? null,
      now,
    });
  } catch (failure) {
    parts.log.error({ error: failure }, "An error could not be kept for staff");
  }
}
