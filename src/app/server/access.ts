// Binds each operation to its contract and enforces what the contract states about it.
import type { AnyContractProcedure } from "@orpc/contract";
import { implement, type Router } from "@orpc/server";
import type { Api } from "#app/contract/api.ts";
import { apiError } from "#platform/contract/errors.ts";
import { describeOperation } from "#app/contract/operations.ts";
import type { Access } from "#platform/contract/procedure.ts";
import {
  hasStaffAccess,
  mustSetUpTwoFactor,
  type StaffMember,
} from "#platform/rules/staff-role.ts";
import { requireReauthentication } from "#people/server/auth/reauthentication.ts";
import type { Context, Contract, CurrentSession, Operations } from "#platform/server/context.ts";
import { requireWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { recordRejectedAttempt } from "#platform/server/audit/record-audit.ts";
import { watchOwnThings } from "#platform/server/own-things.ts";

function sessionOf({ session }: Context): CurrentSession {
  if (session === null) throw apiError("signed_out");
  return session;
}

function requireAccess(person: StaffMember, access: Exclude<Access, "public" | "signedIn">): void {
  if (!hasStaffAccess(person, access)) throw apiError("forbidden");
  if (mustSetUpTwoFactor(person)) throw apiError("two_factor_setup_required");
}

type OperationName = {
  [Area in keyof Api]: `${Area}.${keyof Api[Area] & string}`;
}[keyof Api];

/**
 * Operations that wait for long without a database connection, and would keep the other requests of the account waiting
 * meanwhile. A bound of their own says how many of them an account may run.
 */
const longOperations: ReadonlySet<string> = new Set<OperationName>([
  "audit.exportEntries",
  "changeStream.subscribeToChanges",
  "functions.getStripePayments",
  "packages.addImage",
  "packages.exportDelivered",
  "parcelClaims.addClaimFile",
  "rates.exportRates",
  "rates.importRates",
  "receiving.addInboundParcelImage",
  "packing.addPackingImage",
  "storageLocations.printLabels",
  "users.exportAccount",
  "wallet.exportTransactions",
]);

type Call<Result> = {
  readonly context: Context;
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  readonly work: () => Promise<Result>;
};

/** Runs a signed-in person's operation in the account's turn, so that no account holds every database connection. */
async function inTurnOfAccount<Result>(call: Call<Result>): Promise<Result> {
  const { context, operation, signal, work } = call;
  const { session, queues } = context;
  if (session === null || longOperations.has(operation)) return await work();
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

function bindOperation(
  contract: AnyContractProcedure,
  operation: (context: Context, input: unknown) => Promise<unknown>,
) {
  const { access, actsOn, reauthentication, needsWarehouse, method } = describeOperation(contract);
  const requireItsWarehouse = async (context: Context) => {
    if (needsWarehouse) await requireWarehouse(context);
  };
  // The input is validated after two middlewares, the account's queue and the check of access and warehouse.
  return implement(contract, { initialInputValidationIndex: 2 })
    .$context<Context>()
    .use(async ({ context, next, path, signal }) => {
      const work = async () => await next();
      return await inTurnOfAccount({ context, operation: path.join("."), signal, work });
    })
    .use(async ({ context, next, path }, input) => {
      if (access === "public") {
        await requireItsWarehouse(context);
        return await next();
      }
      const session = sessionOf(context);
      if (access === "signedIn") {
        await requireItsWarehouse(context);
        return await next();
      }
      let hasAccess = false;
      let isValidated = false;
      try {
        requireAccess(session.person, access);
        hasAccess = true;
        await requireItsWarehouse(context);
        isValidated = true;
        return await next();
      } catch (error) {
        // A failed GET of somebody with access is no attempt to change anything; others' GETs are recorded too.
        if (method !== "GET" || !hasAccess) {
          const attempt = { action: path.join("."), input, isValidated, error };
          await recordRejectedAttempt({ ...context, session }, attempt);
        }
        throw error;
      }
    })
    .handler(async ({ context, input, path }) => {
      if (reauthentication) {
        requireReauthentication({ session: sessionOf(context), now: context.now });
      }
      if (actsOn === null || access === "public" || access === "signedIn") {
        return await operation(context, input);
      }
      const call = { operation: path.join("."), access, actsOn, input };
      const own = watchOwnThings({ ...call, context: { ...context, session: sessionOf(context) } });
      const result = await operation({ ...context, actsOn: own.actsOn }, input);
      own.requireStated();
      return result;
    });
}

/**
 * The router that runs `operations`. What their contract states is enforced here alone, by the session that this request
 * has read from the database: the access level (`signed_out`, `forbidden`, `two_factor_setup_required`), then that there
 * is a warehouse where it needs one (`no_warehouse`), then the input's schema, then reauthentication. An operation that
 * states whose things it changes fails where it did not say so to `context.actsOn`, which refuses one's own. Rejected
 * attempts at operations of staff, here or later, are recorded in the audit log. Before that a few operations of an
 * account run at a time: throws `too_many_requests` after 10 s of waiting and beyond 200 of them.
 */
export function bindOperations<C extends Contract>(
  contract: C,
  operations: Operations<C>,
): Router<C, Context> {
  const areas = Object.entries(contract).map(([area, procedures]) => {
    const bound = Object.entries(procedures).map(([name, procedure]) => [
      name,
      bindOperation(procedure, operations[area]![name]!),
    ]);
    return [area, Object.fromEntries(bound)];
  });
  return Object.fromEntries(areas);
}
