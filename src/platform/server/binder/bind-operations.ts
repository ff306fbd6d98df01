// Binds each operation to its contract and enforces what the contract states about it.
import type { AnyContractProcedure } from "@orpc/contract";
import { implement, type Router } from "@orpc/server";
import { apiError } from "#platform/contract/errors.ts";
import { describeOperation, type Access } from "#platform/contract/procedure.ts";
import {
  hasStaffAccess,
  mustSetUpTwoFactor,
  type StaffMember,
} from "#platform/rules/staff-role.ts";
import type {
  Context,
  Contract,
  CurrentSession,
  Operations,
  Verb,
} from "#platform/server/context.ts";
import { recordRejectedAttempt } from "#platform/server/audit/record-audit.ts";
import { requireReauthentication } from "#platform/server/reauthentication.ts";
import { runOperation } from "./run-operation.ts";

function sessionOf({ session }: Context): CurrentSession {
  if (session === null) throw apiError("signed_out");
  return session;
}

function requireAccess(person: StaffMember, access: Exclude<Access, "public" | "signedIn">): void {
  if (!hasStaffAccess(person, access)) throw apiError("forbidden");
  if (mustSetUpTwoFactor(person)) throw apiError("two_factor_setup_required");
}

type Call<Result> = {
  readonly context: Context;
  readonly isLong: boolean;
  readonly signal: AbortSignal | undefined;
  readonly work: () => Promise<Result>;
};

/**
 * Runs a signed-in person's operation in the account's turn, so that no account holds every database connection. Long
 * operations wait without one, and would keep the account's other requests waiting.
 */
async function inTurnOfAccount<Result>(call: Call<Result>): Promise<Result> {
  const { context, isLong, signal, work } = call;
  const { session, queues } = context;
  if (session === null || isLong) return await work();
  using place = queues.signedInRequests.enter(session.person.id);
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    return await work();
  };
  try {
    return await place.inTurn(begin, signal);
  } catch (error) {
    throw !hasBegun && signal?.aborted ? apiError("request_aborted") : error;
  }
}

/** An operation as it was written: a function, or one that says how it is described again. */
type Written = Verb["run"] | Verb;

function toVerb(written: Written): Verb {
  if (typeof written !== "function") return written;
  return { run: written, keep: (answer) => answer, describe: async (_context, kept) => kept };
}

function bindOperation(name: string, contract: AnyContractProcedure, written: Written) {
  const stated = describeOperation(contract);
  const { access, reauthentication, needsWarehouse, needsCustomerArea, isLong, method } = stated;
  const bound = { name, stated, verb: toVerb(written) };
  const requireWarehouse = async (context: Context) => {
    if (needsWarehouse && !(await context.listeners.isWarehouseThere(context))) {
      throw apiError("no_warehouse");
    }
  };
  // The input is validated after two middlewares, the account's queue and the check of access and warehouse.
  return implement(contract, { initialInputValidationIndex: 2 })
    .$context<Context>()
    .use(async ({ context, next, signal }) => {
      return await inTurnOfAccount({ context, isLong, signal, work: async () => await next() });
    })
    .use(async ({ context, next }, input) => {
      if (access === "public") {
        await requireWarehouse(context);
        return await next();
      }
      const session = sessionOf(context);
      if (access === "signedIn") {
        if (needsCustomerArea && !session.person.isCustomer) throw apiError("no_customer_area");
        await requireWarehouse(context);
        return await next();
      }
      let hasAccess = false;
      let isValidated = false;
      try {
        requireAccess(session.person, access);
        hasAccess = true;
        await requireWarehouse(context);
        isValidated = true;
        return await next();
      } catch (error) {
        // A failed GET of somebody with access is no attempt to change anything; others' GETs are recorded too.
        if (method !== "GET" || !hasAccess) {
          const attempt = { action: name, stated, input, isValidated, error };
          await recordRejectedAttempt({ ...context, session }, attempt);
        }
        throw error;
      }
    })
    .handler(async ({ context, input }) => {
      if (reauthentication) {
        requireReauthentication({ session: sessionOf(context), now: context.now });
      }
      return await runOperation(bound, context, input);
    });
}

/**
 * The router that runs `operations`. What their contract states is done here alone, by the session that this request has
 * read from the database: first the access level (`signed_out`, `forbidden`, `two_factor_setup_required`), then that the
 * person has a customer area (`no_customer_area`) and that there is a warehouse (`no_warehouse`) where it needs one, then the input's schema, reauthentication, and what `runOperation`
 * says. Rejected attempts at operations of staff are recorded in the audit log, after everything was rolled back. Before all
 * that a few operations of an account run at a time: throws `too_many_requests` after 10 s of waiting and beyond 200 of them.
 */
export function bindOperations<C extends Contract>(
  contract: C,
  operations: Operations<C>,
): Router<C, Context> {
  const areas = Object.entries(contract).map(([area, procedures]) => {
    const bound = Object.entries(procedures).map(([verb, procedure]) => [
      verb,
      // The contract says what context and input each has.
      bindOperation(`${area}.${verb}`, procedure, operations[area]![verb]! as Written),
    ]);
    return [area, Object.fromEntries(bound)];
  });
  return Object.fromEntries(areas);
}
