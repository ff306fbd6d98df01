import ChevronRight from "lucide-react/icons/chevron-right";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Dashboard } from "#office/contract/admin.ts";
import type { WorkKind } from "#office/rules/work-item.ts";
import { trackerLimits } from "#tracking/rules/tracker.ts";
import { waitingLimits } from "#goods/rules/waiting-limits.ts";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { Count } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./dashboard.module.css";
import { t } from "./messages.ts";

const workItemsAddress = "/admin/dashboard/work-items?kind=";

const trackingAddress = "/admin/dashboard/tracking";

const lists: Readonly<Record<WorkKind, { readonly to: string; readonly isUrgent?: boolean }>> = {
  pending_packages: { to: `${workItemsAddress}pending_packages` },
  late_legs: { to: `${workItemsAddress}late_legs` },
  silent_legs: { to: `${workItemsAddress}silent_legs` },
  stalled_legs: { to: `${workItemsAddress}stalled_legs` },
  tracking_questions: { to: `${trackingAddress}?view=questions`, isUrgent: true },
  unfound_numbers: { to: `${trackingAddress}?state=to_check` },
  silent_numbers: { to: `${trackingAddress}?state=silent` },
  failed_carrier_messages: { to: `${trackingAddress}?view=messages`, isUrgent: true },
  overdue_parcels: { to: "/admin/dashboard/inbound-parcels?filter=overdue", isUrgent: true },
  long_labelled_packages: { to: "/admin/dashboard/shipping-labels?state=labelled" },
  uncharged_packages: { to: `${workItemsAddress}uncharged_packages`, isUrgent: true },
  differing_weights: { to: `${workItemsAddress}differing_weights` },
  low_number_stocks: { to: "/admin/dashboard/number-ranges", isUrgent: true },
  long_stored_parcels: { to: "/admin/dashboard/inbound-parcels?filter=long_stored" },
  unmatched_parcels: { to: "/admin/dashboard/unmatched" },
  open_claims: { to: "/admin/dashboard/unmatched?tab=claims" },
  payout_requests: { to: "/admin/dashboard/payouts" },
  refund_shortfalls: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  unpaid_services: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  reconciliation_differences: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  failed_events: { to: "/admin/dashboard/webhooks?state=dead", isUrgent: true },
  retrying_events: { to: "/admin/dashboard/webhooks?state=failed" },
  failed_emails: { to: `${workItemsAddress}failed_emails`, isUrgent: true },
  old_exchange_rates: { to: "/admin/dashboard/errors", isUrgent: true },
  open_errors: { to: "/admin/dashboard/errors" },
};

function hintText(kind: WorkKind): string {
  const { pendingDays, silentLegDays, unmatchedParcelDays } = waitingLimits;
  const { overdueOpenHours, longStoredDays, longUnmatchedDays } = waitingLimits;
  if (kind === "pending_packages") {
    return t("admin-dashboard.hint.pending_packages", { days: pendingDays });
  }
  if (kind === "unmatched_parcels") {
    return t("admin-dashboard.hint.unmatched_parcels", { days: unmatchedParcelDays });
  }
  if (kind === "overdue_parcels") {
    return t("admin-dashboard.hint.overdue_parcels", { hours: overdueOpenHours });
  }
  if (kind === "long_stored_parcels") {
    const days = longStoredDays;
    return t("admin-dashboard.hint.long_stored_parcels", {
      days,
      unmatchedDays: longUnmatchedDays,
    });
  }
  if (kind === "unfound_numbers") {
    return t("admin-dashboard.hint.unfound_numbers", { days: trackerLimits.unfoundDays });
  }
  return kind === "stalled_legs"
    ? t("admin-dashboard.hint.stalled_legs", { days: silentLegDays })
    : t(`admin-dashboard.hint.${kind}`);
}

function Rows(props: { work: Dashboard["work"] }) {
  if (props.work.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheck size={22} />}
        title={t("admin-dashboard.noOpenWork")}
        description={t("admin-dashboard.noOpenWorkHint")}
      />
    );
  }
  return (
    <ul className={classes["work"]}>
      {props.work.map(({ kind, count }) => {
        const { to, isUrgent } = lists[kind];
        return (
          <li key={kind}>
            <Link to={to} className={classes["workItem"] ?? ""}>
              <span className={classes["count"]} data-urgent={isUrgent}>
                <Count value={count} />
              </span>
              <span>
                <span>{t(`admin-dashboard.work.${kind}`, { count })}</span>
                <span className={classes["hint"]}>{hintText(kind)}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The open work, or placeholders while `work` is undefined. */
export function WorkItemsCard(props: { work: Dashboard["work"] | undefined }) {
  return (
    <SectionCard title={t("admin-dashboard.openWork")}>
      {props.work ? <Rows work={props.work} /> : <LoadingLines lines={5} />}
    </SectionCard>
  );
}
