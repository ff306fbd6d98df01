// How lists of open work name the stages of the day.
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import type { WorkStage } from "#office/rules/work-item.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The list of a stage. */
export function stageAddress(stage: WorkStage): string {
  return `/admin/dashboard/work-items?kind=${stage}`;
}

/** What belongs to a stage. */
export function stageText(stage: WorkStage): string {
  return stage === "late"
    ? t("admin-work-items.stageText.late", { days: waitingLimits.pendingDays })
    : t(`admin-work-items.stageText.${stage}`);
}
