import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi, type ApiQueries } from "#office/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { readDeskAccount } from "#ui/web/desk/desk-account.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { ErrorState, EmptyState } from "#ui/web/states.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ChartCards } from "./chart-cards.tsx";
import { FigureCards } from "./figure-cards.tsx";
import { NewestPackagesCard, NewestPaymentsCard } from "./newest-cards.tsx";
import { SetUpCard } from "./set-up-card.tsx";
import { StagesCard } from "./stages-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Dashboard } from "#office/contract/admin.ts";
import type { WorkKind } from "#office/rules/work-item.ts";
import { trackerLimits } from "#tracking/rules/tracking-stages.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import { Count } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./dashboard.module.css";

const newestCount = 5;

export const handle: PageHandle<ApiQueries> = {
  startReading: (api, queryClient) => {
    // Who works at a desk of this browser may have no role that reads it.
    const atDesk = readDeskAccount();
    if (atDesk !== null && !mayUse(atDesk, roleAccess.dashboard)) return;
    void queryClient.prefetchQuery(api.admin.readDashboard.queryOptions({ input: {} }));
  },
};

/** The specified cards and lists, beside these what is left to set up and the open work, and below the charts. */
export default function AdminDashboardPage() {
  const api = useApi();
  const seesShipments = useMayUse("shipments");
  const seesMoney = useMayUse("money");
  const figures = useQuery(api.admin.readDashboard.queryOptions({ input: {} }));
  const isFailed = figures.isError && figures.data === undefined;
  const shipments = useQuery(
    api.packages.listShipments.queryOptions({
      input: { tab: "all", status: "all", search: "", page: 1, pageSize: newestCount },
      enabled: seesShipments,
    }),
  );
  return (
    <>
      <PageHeader
        title={t("admin-dashboard.title")}
        description={t("admin-dashboard.description")}
      />
      <Stack gap="lg">
        {isFailed ? (
          <ErrorState
            title={t("admin-dashboard.figuresNotLoaded")}
            description={t("common.noDataLost")}
            isRetrying={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        ) : (
          <FigureCards dashboard={figures.data} />
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="lg">
            {seesShipments ? <NewestPackagesCard query={shipments} /> : null}
            {seesMoney ? <NewestPaymentsCard count={newestCount} /> : null}
          </Stack>
          <Stack gap="lg">
            <SetUpCard />
            {isFailed ? null : <OpenWork dashboard={figures.data} />}
          </Stack>
        </SimpleGrid>
        {isFailed ? null : <ChartCards dashboard={figures.data} />}
      </Stack>
    </>
  );
}

const workItemsAddress = "/admin/dashboard/work-items?kind=";

const trackingAddress = "/admin/dashboard/tracking";

const lists: Readonly<Record<WorkKind, { readonly to: string; readonly isUrgent?: boolean }>> = {
  unfound_numbers: { to: `${trackingAddress}?state=to_check` },
  silent_numbers: { to: `${trackingAddress}?state=silent` },
  failed_carrier_messages: { to: `${trackingAddress}?view=messages`, isUrgent: true },
  overdue_parcels: { to: "/admin/dashboard/inbound-parcels?filter=overdue", isUrgent: true },
  lines_without_code: { to: `${workItemsAddress}lines_without_code` },
  goods_closed_packages: { to: "/admin/dashboard/shipping-labels" },
  long_labelled_packages: { to: "/admin/dashboard/shipping-labels?state=labelled" },
  uncharged_packages: { to: `${workItemsAddress}uncharged_packages`, isUrgent: true },
  differing_weights: { to: `${workItemsAddress}differing_weights` },
  low_number_stocks: { to: "/admin/dashboard/number-ranges", isUrgent: true },
  long_stored_parcels: { to: "/admin/dashboard/inbound-parcels?filter=long_stored" },
  parcel_removals: { to: "/admin/dashboard/inbound-parcels?filter=removal_asked", isUrgent: true },
  parcel_proofs: { to: "/admin/dashboard/inbound-parcels?filter=proof_sent" },
  open_claims: { to: "/admin/dashboard/unmatched?tab=claims" },
  payout_requests: { to: "/admin/dashboard/payouts" },
  proposed_grants: { to: "/admin/dashboard/case-money?about=second_person" },
  refund_shortfalls: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  unpaid_services: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  reconciliation_differences: { to: "/admin/dashboard/reconciliation", isUrgent: true },
  failed_events: { to: "/admin/dashboard/webhooks?state=dead", isUrgent: true },
  retrying_events: { to: "/admin/dashboard/webhooks?state=failed" },
  failed_emails: { to: `${workItemsAddress}failed_emails`, isUrgent: true },
  old_exchange_rates: { to: "/admin/dashboard/errors", isUrgent: true },
  old_sdr_rate: { to: "/admin/dashboard/services?tab=goods-words" },
  open_errors: { to: "/admin/dashboard/errors" },
};

function hintText(kind: WorkKind): string {
  const { overdueOpenHours, longStoredDays, longUnmatchedDays } = waitingLimits;
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
  return t(`admin-dashboard.hint.${kind}`);
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
    <ul className={`plain-list ${classes["work"]}`}>
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

/**
 * The stages of the day, and below what else needs attention, which stands alone for a role without stages. Placeholders
 * while `dashboard` is undefined.
 */
function OpenWork(props: { dashboard: Dashboard | undefined }) {
  const { dashboard } = props;
  if (dashboard === undefined) {
    return (
      <SectionCard title={t("admin-dashboard.openWork")}>
        <LoadingLines lines={8} />
      </SectionCard>
    );
  }
  const { stages, work } = dashboard;
  if (stages.length === 0) {
    return (
      <SectionCard title={t("admin-dashboard.openWork")}>
        <Rows work={work} />
      </SectionCard>
    );
  }
  return (
    <Stack gap="lg">
      <StagesCard stages={stages} />
      {work.length === 0 ? null : (
        <SectionCard title={t("admin-dashboard.needsAttention")}>
          <Rows work={work} />
        </SectionCard>
      )}
    </Stack>
  );
}
