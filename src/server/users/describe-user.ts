import type { Person } from "#contract/person.ts";
import type { User } from "#contract/admin-users.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayUse } from "#core/staff-role.ts";

/** The account as this member of staff may see it: without money for those who do not see wallets. */
export function describeUser<Stored extends User>(person: Person, user: Stored): Stored {
  if (mayUse(person, roleAccess.money)) return user;
  return { ...user, walletBalanceCents: null, heldCents: null };
}
