// Invitations of staff for tests.
import { randomUUID } from "node:crypto";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { TestApp, TestClient } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

/** Invites a new address; returns the id of the invitation. */
export async function anInvitation(admin: TestPerson): Promise<{ invitationId: string }> {
  const email = `${randomUUID()}@example.com`;
  const { id: invitationId } = await admin.api.users.inviteStaff({ email, role: "packer" });
  return { invitationId };
}

/** The token in the newest link that was sent to this address. */
export async function invitationToken(app: TestApp, email: string): Promise<string> {
  const emails = await app.emailsTo(email);
  const [token] = emails.flatMap(
    ({ text }) => /\/invitation#token=([\w-]+)/.exec(text)?.slice(1) ?? [],
  );
  if (token === undefined) throw new Error(`No invitation was sent to ${email}.`);
  return token;
}

export const invitedPassword = "a quiet quay at noon";

/** Somebody who was invited with this role and has set name and password, signed in. */
export async function anInvitedMember(
  app: TestApp,
  admin: TestPerson,
  role: StaffRole,
): Promise<{ readonly userId: string; readonly email: string; readonly client: TestClient }> {
  const email = `${randomUUID()}@example.com`;
  await admin.api.users.inviteStaff({ email, role });
  const token = await invitationToken(app, email);
  const client = app.client();
  const account = { token, fullName: "Chan Tai Man", password: invitedPassword };
  const { person } = await client.api.auth.acceptInvitation(account);
  return { userId: person.id, email, client };
}
