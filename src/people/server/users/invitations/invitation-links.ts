// What an invitation says to who opens its link.
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { hashOfToken } from "#people/server/tokens/one-time-token.ts";
import {
  findByToken,
  findInvitedAccount,
  lockByToken,
  updateState,
  type StoredInvitation,
} from "./invitation-queries.ts";

export type Invitation = StoredInvitation;

function requireWorking(invitation: Invitation | undefined, now: Date): Invitation {
  if (invitation === undefined) throw apiError("invitation_unknown");
  if (invitation.state === "accepted") throw apiError("invitation_accepted");
  if (invitation.state === "withdrawn" || !invitation.isByAdmin) {
    throw apiError("invitation_withdrawn");
  }
  if (invitation.expiresAt <= now) throw apiError("invitation_expired");
  return invitation;
}

/**
 * The invitation of a link. Throws why the link does not work: `invitation_unknown` (wrong, replaced by a newer one, or long
 * expired), `invitation_accepted`, `invitation_withdrawn` (also where who invited is no admin any more) and
 * `invitation_expired`.
 */
export async function getInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  return requireWorking(await findByToken(db, hashOfToken(token)), now);
}

/** The same, locked until the transaction ends. */
export async function lockInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  return requireWorking(await lockByToken(db, hashOfToken(token)), now);
}

/** Uses an invitation up, which is locked. */
export async function markAccepted(db: Db, id: string): Promise<void> {
  await updateState(db, id, "accepted");
}

/** Whether the address of an invitation has an account. */
export async function hasInvitedAccount(db: Db, { email }: Invitation): Promise<boolean> {
  return (await findInvitedAccount(db, email)) !== undefined;
}
