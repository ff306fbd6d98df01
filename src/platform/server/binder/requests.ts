// A repeat of a request with an idempotency key gets the answer of the first and changes nothing.
import { createHash } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import {
  deleteRequests,
  findRequest,
  insertRequest,
  updateRequestAnswer,
} from "./request-queries.ts";

const keptMilliseconds = 48 * 60 * 60 * 1000;

/** The hash by which a repeated request is known: of its checked input without the key. */
export function hashOfInput(input: object): Buffer {
  const { idempotencyKey: _key, ...facts } = input as { readonly idempotencyKey?: string };
  return createHash("sha256").update(JSON.stringify(facts)).digest();
}

/** How an operation that may be repeated is answered again. */
type Answering<Context, Answer> = {
  readonly run: (context: Context) => Promise<Answer>;
  /** What is stored of the answer. */
  readonly keep: (answer: Answer) => unknown;
  readonly describe: (context: Context, kept: unknown) => Promise<Answer>;
};

/**
 * Runs an operation once for each key of an account, in the transaction of `context.db`, in which a request with the same
 * key waits for the first. What is refused stores nothing. Throws `idempotency_key_reused` for another operation or input.
 */
export async function answerOnce<Context extends SignedInContext, Answer>(
  context: Context,
  operation: string,
  input: { readonly idempotencyKey: string },
  { run, keep, describe }: Answering<Context, Answer>,
): Promise<Answer> {
  const { db, session, now } = context;
  const request = { userId: session.person.id, key: input.idempotencyKey };
  const facts = { operation, inputHash: hashOfInput(input) };
  if (await insertRequest(db, { ...request, ...facts }, now())) {
    const answer = await run(context);
    await updateRequestAnswer(db, request, keep(answer));
    return answer;
  }
  const first = await findRequest(db, request);
  if (first === undefined) throw new Error("A request was deleted while it was repeated.");
  const isSame = first.operation === operation && first.inputHash.equals(facts.inputHash);
  if (!isSame) throw apiError("idempotency_key_reused");
  context.unchanged();
  return await describe(context, first.answer);
}

/** Deletes requests that are not repeated any more. */
export async function deleteOldRequests({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  await deleteRequests(db, { before: new Date(now().getTime() - keptMilliseconds) });
}
