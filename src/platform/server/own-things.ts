// Members of staff do not act on what is their own: whoever locks a thing of an account says whose it is.
import { ApiError } from "#platform/rules/error-message.ts";
import {
  kindsOf,
  maxOwnReasonCharacters,
  mayGiveOwnReason,
  ownReasonHeader,
  ownThingError,
  type ActsOn,
  type OwnedKind,
} from "#platform/rules/own-things.ts";
import { mayUse, type StaffAccess } from "#platform/rules/staff-role.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { AuditTarget } from "#platform/contract/procedure.ts";
import { attemptedTarget, recordAdminAction } from "./audit/record-audit.ts";
import type { AppServices, OwnerContext, SignedInContext, StateOwner } from "./context.ts";
import type { Db } from "./db/open.ts";
import { sentence } from "./translate.ts";

/** For operations of customers, whose own things they are for, and for jobs and scripts. */
export const ofAnybody: StateOwner = async () => undefined;

/** The context in which jobs change packages and parcels: nobody is signed in. */
export function withoutSession<Services extends AppServices>(services: Services) {
  return { ...services, session: null, actsOn: ofAnybody };
}

type Call = {
  readonly context: Omit<SignedInContext, "actsOn">;
  readonly operation: string;
  readonly access: StaffAccess;
  readonly actsOn: ActsOn;
  readonly audit: AuditTarget | null;
  readonly input: unknown;
};

/** Why an admin changes something of their own; null where no reason was given. Throws `invalid_input`. */
function parseOwnReason(headers: Headers): string | null {
  const encoded = headers.get(ownReasonHeader);
  if (encoded === null) return null;
  const wrong = () => apiError("invalid_input", { header: ownReasonHeader });
  let reason: string;
  try {
    reason = decodeURIComponent(encoded).trim();
  } catch {
    throw wrong();
  }
  if (reason === "" || reason.length > maxOwnReasonCharacters || /\p{Cc}/u.test(reason)) {
    throw wrong();
  }
  return reason;
}

/** Whether nobody else who may sign in to work has a role that an operation names. */
async function isAlone({ context, access }: Call, db: Db): Promise<boolean> {
  const { id } = context.session.person;
  const staff = await context.listeners.activeStaff(db);
  return !staff.some((member) => member.userId !== id && mayUse(member, access));
}

/**
 * What a call of an operation of staff says about whose things it changes. `requireStated` throws where it ended without
 * having said so for one of the kinds that its contract states.
 */
export function watchOwnThings(call: Call): {
  readonly actsOn: StateOwner;
  readonly requireStated: () => void;
} {
  const { context, operation, input } = call;
  const { person } = context.session;
  const kinds = kindsOf(call.actsOn);
  const reason = parseOwnReason(context.requestHeaders);
  const stated = new Set<OwnedKind>();
  // A transaction that runs again after a conflict writes its entry again.
  const recordedIn = new WeakSet<Db>();

  const recordReason = async (db: Db, kind: OwnedKind, given: string) => {
    if (recordedIn.has(db)) return;
    recordedIn.add(db);
    await recordAdminAction(context, db, {
      action: operation,
      target: attemptedTarget(call, input),
      after: { ownThing: kind },
      reason: given,
    });
  };

  return {
    actsOn: async (db, kind, owners) => {
      if (kinds.length === 0) {
        throw new Error(
          `${operation} states that it changes nobody's things, and changed a ${kind}.`,
        );
      }
      stated.add(kind);
      const isOwn =
        typeof owners === "object" && owners !== null
          ? owners.includes(person.id)
          : owners === person.id;
      if (!isOwn) return;
      const mayGiveReason = person.isAdmin && mayGiveOwnReason(kind) && (await isAlone(call, db));
      if (!mayGiveReason) throw apiError(ownThingError(kind));
      if (reason === null) {
        throw apiError(ownThingError(kind), { mayGiveReason }, sentence("errors.ownThingAlone"));
      }
      await recordReason(db, kind, reason);
    },
    requireStated: () => {
      if (kinds.length === 0 || kinds.some((kind) => stated.has(kind))) return;
      throw new Error(`${operation} ended without saying whose ${kinds.join(" or ")} it changed.`);
    },
  };
}

/** The error with which what belongs to `owners` is refused, if any, for what is left out of several. */
export async function findOwnRefusal(
  { actsOn }: OwnerContext,
  db: Db,
  kind: OwnedKind,
  owners: readonly (string | null)[],
): Promise<ApiError | undefined> {
  try {
    await actsOn(db, kind, owners);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === ownThingError(kind)) return error;
    throw error;
  }
}
