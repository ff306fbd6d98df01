// The account that last used a desk of the warehouse in this browser, so that the desk opens without a network.
import { staffRoles, type StaffVisitor } from "#platform/rules/staff-role.ts";
import { deskAccountKey } from "#goods/web/desk-account-key.ts";
import { readStoredJson, writeStored } from "#ui/web/storage.ts";

/** What a desk needs to know of the account; the server checks it again when something is sent. */
export type DeskAccount = StaffVisitor & { readonly id: string };

export function readDeskAccount(): DeskAccount | null {
  const stored = readStoredJson("local", deskAccountKey);
  if (typeof stored !== "object" || stored === null) return null;
  const { id, isAdmin, roles, hasTwoFactor } = stored as Record<string, unknown>;
  if (typeof id !== "string" || !Array.isArray(roles)) return null;
  return {
    id,
    isAdmin: isAdmin === true,
    roles: staffRoles.filter((role) => roles.includes(role)),
    hasTwoFactor: hasTwoFactor === true,
    // There are no desks before.
    isWarehouseEntered: true,
  };
}

/** Without storage the desk opens with a network only. */
export function writeDeskAccount(account: Omit<DeskAccount, "isWarehouseEntered">): void {
  const { id, isAdmin, roles, hasTwoFactor } = account;
  const text = JSON.stringify({ id, isAdmin, roles, hasTwoFactor });
  writeStored("local", deskAccountKey, text);
}
