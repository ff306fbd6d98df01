import type { Person } from "#platform/contract/person.ts";
import type { User } from "#office/contract/admin-users.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

/** The account as this member of staff may see it: without money for those who do not see wallets. */
export function describeUser<Stored extends User>(person: Person, user: Stored): Stored {
  if (mayUse(person, roleAccess.money)) return user;
  return { ...user, walletBalanceCents: null, heldCents: null };
}
