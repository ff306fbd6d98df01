import type { StaffRole } from "#platform/rules/staff-role.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** What a role may do; before a warehouse without what it does there. */
export function aboutRole(role: StaffRole, hasWarehouse: boolean): string {
  if (!hasWarehouse && (role === "packer" || role === "receiver")) {
    return t(`admin-users.roles.beforeWarehouse.${role}`);
  }
  return t(`admin-users.roles.about.${role}`);
}
