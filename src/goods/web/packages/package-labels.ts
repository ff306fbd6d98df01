import type { LegField } from "#goods/rules/leg-edit.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export function legFieldLabel(field: LegField): string {
  return t(`labels.legField.${field}`);
}

/** Beside a status that the legs of its package do not say. */
export function setByStaffLabel(): string {
  return t("labels.setByStaff");
}
