import { packageStatuses } from "#core/package-status.ts";
import { t } from "./messages.tsx";

/** The label of a package's or leg's status. */
export function statusLabel(status: string): string {
  const known = packageStatuses.find((one) => one === status);
  return known === undefined ? status : t(`common.packageStatus.${known}`);
}
