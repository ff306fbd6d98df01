import type { Person } from "#contract/auth.ts";
import { t } from "#web/i18n/messages.tsx";
import { readerLocale } from "#web/ui/figures.tsx";

/** The granted roles of a user, such as "Packer, Finance"; empty without any. */
export function roleText({ roles }: Pick<Person, "roles">): string {
  const names = roles.map((role) => t(`common.role.${role}`));
  return new Intl.ListFormat(readerLocale(), { style: "narrow", type: "unit" }).format(names);
}
