import type { Person } from "#platform/contract/session.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { readerLocale } from "./figures.tsx";

export function roleName(role: StaffRole): string {
  return t(`roles.${role}`);
}

/** The granted roles of a user, such as "Packer, Finance"; empty without any. */
export function roleText({ roles }: Pick<Person, "roles">): string {
  const names = roles.map(roleName);
  return new Intl.ListFormat(readerLocale(), { style: "narrow", type: "unit" }).format(names);
}
