// Invitations of staff by email: how admins make, send again and withdraw them.
import { apiError } from "#platform/contract/errors.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { addDays } from "#platform/rules/calendar.ts";
import type { Db } from "#platform/server/db/open.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { parseEmail } from "#platform/server/required-input.ts";
import { hashOfToken, newToken } from "#people/server/tokens/one-time-token.ts";
import { lockAdmins } from "#people/server/users/admins.ts";
import type { StaffInvitation } from "#people/contract/staff-invitations.ts";
import {
  countOpenInvitations,
  deleteExpiredBefore,
  deleteExpiredOf,
  findInvitedAccount,
  insertInvitation,
  listOpenInvitations,
  lockOpenInvitation,
  updateLink,
  updateState,
  type StoredInvitation,
} from "./invitation-queries.ts";

/** For how many days the link of an invitation works. */
const validDays = 7;

const maxOpenInvitations = 100;

function describe(invitation: StoredInvitation, now: Date): StaffInvitation {
  const { id, email, role, inviterEmail, isByAdmin, invitedAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy: inviterEmail,
    invitedAt: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isLinkValid: isByAdmin && expiresAt > now,
  };
}

/** The invitations that were neither accepted nor withdrawn, the newest first; those that expired for a day more. */
export async function listStaffInvitations({
  db,
  now,
}: Pick<SignedInContext, "db" | "now">): Promise<{ items: StaffInvitation[] }> {
  const invitations = await listOpenInvitations(db);
  return { items: invitations.map((invitation) => describe(invitation, now())) };
}

/** Throws `forbidden` where the admin who asks has just been suspended or demoted. */
async function requireAdminStill({ db, session }: SignedInContext): Promise<void> {
  if (!(await lockAdmins(db)).includes(session.person.id)) throw apiError("forbidden");
}

type NewLink = {
  readonly token: string;
  readonly link: {
    readonly invitedBy: string;
    readonly tokenHash: Buffer;
    readonly invitedAt: Date;
    readonly expiresAt: Date;
  };
};

function newLink({ session, now }: SignedInContext): NewLink {
  const token = newToken();
  const invitedAt = now();
  return {
    token,
    link: {
      invitedBy: session.person.id,
      tokenHash: hashOfToken(token),
      invitedAt,
      expiresAt: addDays(invitedAt, validDays),
    },
  };
}

/** Queues the email with the link, in the language of the account with this address, else of the admin. */
async function queueInvitation(
  context: SignedInContext,
  db: Db,
  {
    email,
    role,
    token,
  }: { readonly email: string; readonly role: StaffRole; readonly token: string },
): Promise<void> {
  const { config, language, session } = context;
  const { email: inviterEmail, fullName } = session.person;
  await queueEmail(
    db,
    {
      to: email,
      language,
      email: {
        name: "staff-invited",
        role,
        invitedBy: fullName === "" ? inviterEmail : fullName,
        // The token is in the fragment, which browsers and mail scanners never send to a server.
        url: `${config.publicUrl}/invitation#token=${token}`,
        worksForDays: validDays,
      },
    },
    context,
  );
}

async function readOpen(context: SignedInContext, id: string): Promise<StaffInvitation> {
  const invitation = await lockOpenInvitation(context.db, id);
  if (invitation === undefined) throw apiError("not_found");
  return describe(invitation, context.now());
}

/**
 * Invites whoever reads this mailbox to be of staff with a role, by a link that works once within seven days, also while
 * registration is closed. Throws `missing_information`, `invalid_email`, `forbidden`, `user_is_admin`, `role_granted` (the
 * account with this email has the role), `invitation_exists`, `too_many_invitations` and `too_many_requests`.
 */
export async function inviteStaff(
  context: SignedInContext,
  input: { readonly email: string; readonly role: StaffRole },
): Promise<StaffInvitation> {
  const { db } = context;
  const { role } = input;
  const email = parseEmail(input.email);
  await requireAdminStill(context);
  const account = await findInvitedAccount(db, email);
  if (account?.isAdmin === true) throw apiError("user_is_admin");
  if (account?.roles.includes(role) === true) throw apiError("role_granted");
  await deleteExpiredOf(db, email, context.now());
  if ((await countOpenInvitations(db)) >= maxOpenInvitations) {
    throw apiError("too_many_invitations", { most: maxOpenInvitations });
  }
  const { token, link } = newLink(context);
  const id = await insertInvitation(db, { email, role, ...link });
  if (id === undefined) throw apiError("invitation_exists");
  await countAttempt(db, "invitationsPerEmail", email, context.now());
  await queueInvitation(context, db, { email, role, token });
  // Not the address: it is deleted where it becomes no account, and the log stays.
  await context.auditOf(id, { after: { role } });
  return await readOpen(context, id);
}

type OfInvitation = { readonly invitationId: string };

/**
 * Sends a new link, which works for seven days from now, by the admin who asks; the earlier one no longer works. Throws
 * `forbidden`, `not_found` and `too_many_requests`.
 */
export async function resendStaffInvitation(
  context: SignedInContext,
  { invitationId }: OfInvitation,
): Promise<StaffInvitation> {
  const { db } = context;
  await requireAdminStill(context);
  const invitation = await lockOpenInvitation(db, invitationId);
  if (invitation === undefined) throw apiError("not_found");
  const { email, role } = invitation;
  await countAttempt(db, "invitationsPerEmail", email, context.now());
  const { token, link } = newLink(context);
  await updateLink(db, invitationId, link);
  await queueInvitation(context, db, { email, role, token });
  await context.audit({ after: { role } });
  return await readOpen(context, invitationId);
}

/** Makes the link void. Throws `forbidden` and `not_found`. */
export async function withdrawStaffInvitation(
  context: SignedInContext,
  { invitationId }: OfInvitation,
): Promise<Record<string, never>> {
  const { db } = context;
  await requireAdminStill(context);
  const invitation = await lockOpenInvitation(db, invitationId);
  if (invitation === undefined) throw apiError("not_found");
  await updateState(db, invitationId, "withdrawn");
  await context.audit({ before: { role: invitation.role } });
  return {};
}

/** For so long after its link has expired the link says what has become of an invitation. */
const keptDays = 1;

/** Recurring job: deletes the invitations whose link expired a day ago, with their addresses; returns how many. */
export async function deleteOldInvitations({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const deleted = await deleteExpiredBefore(db, addDays(now(), -keptDays));
  if (deleted > 0) log.info({ deleted }, "Expired invitations deleted");
  return deleted;
}
