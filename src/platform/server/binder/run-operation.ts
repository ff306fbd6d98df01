import type { OperationMeta } from "#platform/contract/procedure.ts";
import type { Context, Verb } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import type { SettingsCache } from "#platform/server/settings/settings.ts";
import { watchCalls } from "./operation-calls.ts";
import { answerOnce } from "./requests.ts";

type Bound = {
  readonly name: string;
  readonly stated: OperationMeta & { readonly takesFile: boolean };
  readonly verb: Verb;
};

/** Runs the verb once for each idempotency key where the contract states so. */
async function answer({ name, stated, verb }: Bound, context: Context, input: unknown) {
  const { session } = context;
  if (!stated.isIdempotent || session === null) return await verb.run(context, input);
  return await answerOnce(
    { ...context, session },
    name,
    input as { readonly idempotencyKey: string },
    { run: (inner) => verb.run(inner, input), keep: verb.keep, describe: verb.describe },
  );
}

/**
 * Runs an operation that has passed the checks of access, input and reauthentication: counts the attempt, opens the
 * transaction, answers a repeat, runs the verb, writes the audit entry and commits; then what waited for the commit. After a
 * conflict with other transactions all of it runs again but the counting. An operation with transactions of its own, or
 * without any, is only counted and watched.
 */
export async function runOperation(
  bound: Bound,
  context: Context,
  input: unknown,
): Promise<unknown> {
  const { name, stated } = bound;
  const { limit, transaction, takesFile } = stated;
  // What is counted of addresses is counted of those who are not signed in.
  const who = limit?.endsWith("PerAddress")
    ? context.session === null && context.ipAddress
    : context.session?.person.id;
  // A file was counted before it was received.
  if (limit !== null && who && !takesFile)
    await countAttempt(context.db, limit, who, context.now());
  if (transaction !== "one") {
    const watched = watchCalls({ name, stated, context, input });
    const result = await bound.verb.run({ ...context, ...watched.calls }, input);
    await watched.end(context.db);
    return result;
  }
  // Inside, another connection would be one too many for the pool, so nothing is read by one.
  const current = await context.settings.current();
  const { result, responseHeaders, afterCommit } = await atomically(context.db, async (db) => {
    const settings: SettingsCache = {
      ...context.settings,
      current: async () => current,
      hasWarehouse: async () => await context.listeners.isWarehouseOpened(db),
    };
    // A run that is rolled back sets no cookie.
    const inside = { ...context, db, settings, responseHeaders: new Headers() };
    const watched = watchCalls({ name, stated, context: inside, input });
    const answered = await answer(bound, { ...inside, ...watched.calls }, input);
    await watched.end(db);
    const { responseHeaders: headers } = inside;
    return { result: answered, responseHeaders: headers, afterCommit: watched.afterCommit };
  });
  for (const [header, value] of responseHeaders) context.responseHeaders.append(header, value);
  for (const work of afterCommit) await work();
  return result;
}
