/** The card of what waits for somebody, each line a way to the list behind it. */
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Dashboard, WorkKind } from "#contract/admin.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Count } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "./dashboard.module.css";

type Mode = {
  readonly one: string;
  readonly many: string;
  readonly hint: string;
  readonly to: string;
  readonly isUrgent?: boolean;
};

const waiting = "/admin/dashboard/waiting?kind=";

const tasks: Readonly<Record<WorkKind, Mode>> = {
  pending_packages: {
    one: "package is still pending",
    many: "packages are still pending",
    hint: `Registered more than ${waitingLimits.pendingDays} days ago, and not yet received`,
    to: `${waiting}pending_packages`,
  },
  silent_legs: {
    one: "leg has gone silent",
    many: "legs have gone silent",
    hint: `In transit, without news for more than ${waitingLimits.silentLegDays} days`,
    to: `${waiting}silent_legs`,
  },
  payout_requests: {
    one: "payout is asked for",
    many: "payouts are asked for",
    hint: "A customer wants the money in their wallet back",
    to: "/admin/dashboard/payouts",
  },
  refund_shortfalls: {
    one: "refund is not covered",
    many: "refunds are not covered",
    hint: "The provider gave back what the customer had spent already",
    to: "/admin/dashboard/reconciliation",
    isUrgent: true,
  },
  differences: {
    one: "difference at the last reconciliation",
    many: "differences at the last reconciliation",
    hint: "Ledger and provider do not agree to the cent",
    to: "/admin/dashboard/reconciliation",
    isUrgent: true,
  },
  events_given_up: {
    one: "webhook was given up",
    many: "webhooks were given up",
    hint: "Look at the reason, mend it, then retry",
    to: "/admin/dashboard/webhooks?state=dead",
    isUrgent: true,
  },
  events_failing: {
    one: "webhook has failed",
    many: "webhooks have failed",
    hint: "They are tried again by themselves",
    to: "/admin/dashboard/webhooks?state=failed",
  },
  failed_emails: {
    one: "mail did not go",
    many: "mails did not go",
    hint: "Tried again for a day, unless the mail server refused them for good",
    to: `${waiting}failed_emails`,
    isUrgent: true,
  },
  open_errors: {
    one: "kind of error is open",
    many: "kinds of errors are open",
    hint: "Something broke in the server or in a browser",
    to: "/admin/dashboard/errors",
  },
};

function Rows(props: { work: Dashboard["work"] }) {
  if (props.work.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheck size={22} />}
        title="Nothing waits for you"
        description="What stands still or goes wrong appears here."
      />
    );
  }
  return (
    <ul className={classes["work"]}>
      {props.work.map(({ kind, count }) => {
        const { one, many, hint, to, isUrgent } = tasks[kind];
        return (
          <li key={kind}>
            <Link to={to} className={classes["errand"] ?? ""}>
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

/** What waits; without it, placeholders. */
export function WorkCard(props: { work: Dashboard["work"] | undefined }) {
  return (
    <SectionCard title="Waiting for you">
      {props.work ? <Rows work={props.work} /> : <LoadingLines lines={5} />}
    </SectionCard>
  );
}
