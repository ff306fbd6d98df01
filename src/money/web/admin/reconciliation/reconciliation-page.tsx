import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Scale from "lucide-react/icons/scale";
import { useEffect, useState } from "react";
import type { Reconciliation } from "#money/contract/payments.ts";
import { useApi } from "#money/web/api.ts";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { Count, Moment, momentText, Money } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { useList } from "#ui/web/use-list.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { slot } from "#ui/web/slots.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { ReconciliationReport, ReportBadge } from "./reconciliation-report.tsx";
import { RefundShortfallsCard } from "./refund-shortfalls-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly unpaidServices: object;
  }
}

const UnpaidServices = slot("unpaidServices");

const pollMilliseconds = 2_000;
const timeoutMilliseconds = 60_000;

/** The newest report, refetched every two seconds while `isAwaited` says that a newer one is still running. */
function useNewestReport(isAwaited: (newestId: string | null) => boolean) {
  const api = useApi();
  return useQuery({
    ...api.payments.listReconciliations.queryOptions({ input: { page: 1, pageSize: 1 } }),
    refetchInterval: ({ state }) =>
      isAwaited(state.data?.items[0]?.id ?? null) ? pollMilliseconds : false,
  });
}

/** The newest report, and `start` to run another comparison. */
function useReconciliation() {
  const api = useApi();
  const refetch = useRefetch();
  const [before, setBefore] = useState<{ id: string | null } | null>(null);
  const query = useNewestReport((newestId) => before !== null && before.id === newestId);
  const newestId = query.data?.items[0]?.id ?? null;
  const isWaiting = before !== null && before.id === newestId;
  useEffect(() => {
    if (before === null || isWaiting) return;
    refetch();
  }, [before, isWaiting, refetch]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setBefore(null);
      showToast({
        title: t("admin-reconciliation.inProgress"),
        description: t("admin-reconciliation.inProgressHint"),
        place: "reconciliation",
      });
    }, timeoutMilliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const starting = useAction(api.payments.startReconciliation.mutationOptions(), {
    done: () => {
      setBefore({ id: newestId });
      return null;
    },
    failed: () => t("admin-reconciliation.notStarted"),
  });
  const start = async () => {
    hideToast("reconciliation");
    await starting.run({});
  };
  return { query, start, isComparing: starting.isRunning || isWaiting };
}

function NewestCard(props: { query: ReturnType<typeof useNewestReport> }) {
  const { query } = props;
  if (!query.data) {
    return (
      <NotLoaded
        query={query}
        failure={{ title: t("admin-reconciliation.notLoaded") }}
        lines={5}
        isCard
      />
    );
  }
  const [report] = query.data.items;
  return (
    <SectionCard
      title={t("admin-reconciliation.last")}
      actions={report ? <ReportBadge report={report} /> : null}
    >
      {report ? (
        <ReconciliationReport report={report} />
      ) : (
        <EmptyState
          icon={<Scale size={22} />}
          title={t("admin-reconciliation.none")}
          description={t("admin-reconciliation.noneHint")}
        />
      )}
    </SectionCard>
  );
}

function columnsFor(onShow: (report: Reconciliation) => void): readonly Column<Reconciliation>[] {
  return [
    {
      key: "finishedAt",
      header: t("admin-reconciliation.comparedAt"),
      isTitle: true,
      isNoWrap: true,
      cell: (report) => <Moment at={report.finishedAt} withTime />,
    },
    {
      key: "cause",
      header: t("admin-reconciliation.started"),
      cell: (report) => t(`admin-reconciliation.cause.${report.cause}`),
    },
    {
      key: "result",
      header: t("common.result"),
      isNoWrap: true,
      cell: (report) => (
        <span className={cells["whole"]}>
          <ReportBadge report={report} />
        </span>
      ),
    },
    {
      key: "payments",
      header: t("admin-reconciliation.payments"),
      align: "end",
      cell: (report) => <Count value={report.paymentsCompared} />,
    },
    {
      key: "repaired",
      header: t("admin-reconciliation.repaired"),
      align: "end",
      cell: (report) => <Count value={report.repairedCount} />,
    },
    {
      key: "difference",
      header: t("admin-reconciliation.difference"),
      align: "end",
      isNoWrap: true,
      cell: (report) => <Money amountCents={report.differenceCents} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (report) => (
        <RowButton
          aria-label={t("admin-reconciliation.detailsOf", {
            date: momentText(report.finishedAt, true),
          })}
          onClick={() => onShow(report)}
        >
          {t("admin-reconciliation.viewDetails")}
        </RowButton>
      ),
    },
  ];
}

function ReportsCard() {
  const api = useApi();
  const [shown, setShown] = useState<Reconciliation | null>(null);
  const { query, table } = useList(
    (_, input) => api.payments.listReconciliations.queryOptions({ input }),
    { pageSize: 10 },
  );
  if (query.isError || table.total === 0) return null;
  return (
    <SectionCard flush title={t("admin-reconciliation.all")}>
      <DataTable
        label={t("admin-reconciliation.comparisons")}
        columns={columnsFor(setShown)}
        {...table}
        rowKey={({ id }) => id}
        empty={null}
      />
      <Dialog
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        title={t("admin-reconciliation.comparison")}
        size="lg"
      >
        {shown ? <ReconciliationReport report={shown} /> : null}
      </Dialog>
    </SectionCard>
  );
}

export default function ReconciliationPage() {
  const hasWarehouse = useHasWarehouse();
  const { query, start, isComparing } = useReconciliation();
  return (
    <>
      <PageHeader
        title={t("admin-reconciliation.title")}
        description={t("admin-reconciliation.description")}
        actions={
          <Button
            leftSection={<Scale size={16} aria-hidden="true" />}
            loading={isComparing}
            onClick={() => void start()}
          >
            {t("admin-reconciliation.compareNow")}
          </Button>
        }
      />
      <Stack gap="lg">
        <NewestCard query={query} />
        <RefundShortfallsCard />
        {hasWarehouse ? (
          <LazyPart fallback={<LoadingCard lines={3} />}>
            <UnpaidServices />
          </LazyPart>
        ) : null}
        <ReportsCard />
      </Stack>
    </>
  );
}
