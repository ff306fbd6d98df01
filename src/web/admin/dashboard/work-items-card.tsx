import ChevronRight from "lucide-react/icons/chevron-right";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Dashboard } from "#contract/admin.ts";
import type { WorkKind } from "#core/work-item.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Count } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "./dashboard.module.css";

type WorkItemRow = {
  readonly one: string;
  readonly many: string;
  readonly hint: string;
  readonly to: string;
  readonly isUrgent?: boolean;
};

const workItemsAddress = "/admin/dashboard/work-items?kind=";

const rows: Readonly<Record<WorkKind, WorkItemRow>> = {
  pending_packages: {
    one: "package is still pending",
    many: "packages are still pending",
    hint: `Registered more than ${waitingLimits.pendingDays} days ago, and not yet received`,
    to: `${workItemsAddress}pending_packages`,
  },
  stalled_legs: {
    one: "leg is stalled",
    many: "legs are stalled",
    hint: `In transit, without an update for more than ${waitingLimits.silentLegDays} days`,
    to: `${workItemsAddress}stalled_legs`,
  },
  payout_requests: {
    one: "payout requested",
    many: "payouts requested",
    hint: "A customer asked for money from their wallet to be paid out",
    to: "/admin/dashboard/payouts",
  },
  refund_shortfalls: {
    one: "refund is not covered",
    many: "refunds are not covered",
    hint: "The provider refunded money that the customer had already spent",
    to: "/admin/dashboard/reconciliation",
    isUrgent: true,
  },
  reconciliation_differences: {
    one: "difference at the last reconciliation",
    many: "differences at the last reconciliation",
    hint: "The ledger and the provider's records differ",
    to: "/admin/dashboard/reconciliation",
    isUrgent: true,
  },
  failed_events: {
    one: "webhook is stalled",
    many: "webhooks are stalled",
    hint: "Fix and retry",
    to: "/admin/dashboard/webhooks?state=dead",
    isUrgent: true,
  },
  retrying_events: {
    one: "webhook has failed",
    many: "webhooks have failed",
    hint: "They are retried automatically",
    to: "/admin/dashboard/webhooks?state=failed",
  },
  failed_emails: {
    one: "email was not sent",
    many: "emails were not sent",
    hint: "Retried for a day, unless the mail server rejected them permanently",
    to: `${workItemsAddress}failed_emails`,
    isUrgent: true,
  },
  open_errors: {
    one: "open error",
    many: "open errors",
    hint: "Something failed in the server or in a browser",
    to: "/admin/dashboard/errors",
  },
};

function Rows(props: { work: Dashboard["work"] }) {
  if (props.work.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheck size={22} />}
        title="No open work"
        description="Stalled packages, failed webhooks and errors appear here."
      />
    );
  }
  return (
    <ul className={classes["work"]}>
      {props.work.map(({ kind, count }) => {
        const { one, many, hint, to, isUrgent } = rows[kind];
        return (
          <li key={kind}>
            <Link to={to} className={classes["workItem"] ?? ""}>
              <span className={classes["count"]} data-urgent={isUrgent}>
                <Count value={count} />
              </span>
              <span>
                {count === 1 ? one : many}
                <span className={classes["hint"]}>{hint}</span>
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
    <SectionCard title="Open work">
      {props.work ? <Rows work={props.work} /> : <LoadingLines lines={5} />}
    </SectionCard>
  );
}
