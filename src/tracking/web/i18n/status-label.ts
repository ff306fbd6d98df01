import { packageStatuses } from "#tracking/rules/package-status.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The label of a package's or leg's status. */
export function statusLabel(status: string): string {
  const known = packageStatuses.find((one) => one === status);
  return known === undefined ? status : t(`common.packageStatus.${known}`);
}
