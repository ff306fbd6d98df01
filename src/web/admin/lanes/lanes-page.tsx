import { laneConfidenceLabel } from "#web/i18n/labels.ts";
import { RowButton } from "#web/ui/row-button.tsx";
import { Button, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { lazy, useState } from "react";
import type { Lane } from "#contract/lanes.ts";
import { t } from "#web/i18n/messages.tsx";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { dayText, laneName } from "#web/calculator/lane-words.ts";
import { serviceLabel } from "#web/calculator/quote-words.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { showToast } from "#web/ui/toast.tsx";
import cells from "#web/admin/cells.module.css";
import { useRetainedValue } from "#web/admin/retained-value.ts";
import { usePagedList } from "#web/ui/paged-list.ts";

const SuspendLaneDialog = lazy(async () => ({
  default: (await import("./suspend-lane-dialog.tsx")).SuspendLaneDialog,
}));

const pageSize = 20;

function Why(props: { lane: Lane }) {
  const { reason, source, confidence } = props.lane;
  return (
    <>
      <span>{reason}</span>
      <div className={cells["below"]}>
        {source === null
          ? laneConfidenceLabel(confidence)
          : `${laneConfidenceLabel(confidence)}: ${source}`}
      </div>
    </>
  );
}

function LaneState(props: { lane: Lane }) {
  const { reopenedAt } = props.lane;
  return (
    <span className={cells["whole"]}>
      {reopenedAt === null ? (
        <StatusBadge label="Suspended" color="yellow" />
      ) : (
        <StatusBadge label={`Reopened ${momentText(reopenedAt)}`} color="gray" />
      )}
    </span>
  );
}

function columnsFor(onReopen: (lane: Lane) => void): readonly Column<Lane>[] {
  return [
    {
      key: "lane",
      header: "Lane",
      isTitle: true,
      cell: ({ carrierId, destinationCode, service }) => (
        <>
          <span>{laneName({ carrierId, destinationCode, service: null })}</span>
          <div className={cells["below"]}>
            {service === null ? "All services" : serviceLabel(service)}
          </div>
        </>
      ),
    },
    { key: "since", header: "Since", isNoWrap: true, cell: (lane) => dayText(lane.suspendedOn) },
    { key: "reason", header: "Reason", cell: (lane) => <Why lane={lane} /> },
    { key: "state", header: "State", isNoWrap: true, cell: (lane) => <LaneState lane={lane} /> },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (lane) =>
        lane.reopenedAt === null ? (
          <RowButton aria-label={`Reopen ${laneName(lane)}`} onClick={() => onReopen(lane)}>
            Reopen
          </RowButton>
        ) : null,
    },
  ];
}

function ReopenDialog(props: { lane: Lane | null; onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const reopening = useMutation(api.lanes.reopenLane.mutationOptions());
  const lane = useRetainedValue(props.lane);
  const reopen = async () => {
    if (lane === null) return;
    try {
      await reopening.mutateAsync({ laneId: lane.id });
    } catch (error) {
      const description = apiErrorMessage(error, t("toasts.unexpected.description"));
      showToast({ title: "Lane not reopened", description, kind: "destructive", place: "lanes" });
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.lanes.key() });
    }
    showToast({
      title: "Lane reopened",
      description: laneName(lane),
      kind: "success",
      place: "lanes",
    });
  };
  return (
    <ConfirmDialog
      isOpen={props.lane !== null}
      onClose={props.onClose}
      title="Reopen this lane?"
      confirmLabel="Reopen"
      onConfirm={reopen}
    >
      {lane === null
        ? null
        : `${laneName(lane)} will be offered again in quotes and for new packages.`}
    </ConfirmDialog>
  );
}

function LanesCard() {
  const api = useApi();
  const view = useTableView();
  const [reopened, setReopened] = useState<Lane | null>(null);
  const query = useQuery(
    api.lanes.listLanes.queryOptions({
      input: { page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  const { rows, total } = usePagedList(query, view, pageSize);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The lanes could not be loaded"
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <SectionCard
      flush
      title="Suspensions"
      description="Customers see current suspensions in quotes and when they add a package. Prices are still shown."
    >
      <DataTable
        label="Suspensions"
        columns={columnsFor(setReopened)}
        rows={rows}
        rowKey={({ id }) => id}
        view={view}
        total={total}
        pageSize={pageSize}
        isRefreshing={query.isPlaceholderData}
        empty={
          <EmptyState
            icon={<CircleCheck size={22} />}
            title="No suspended lanes"
            description="Suspended lanes appear here."
          />
        }
      />
      <ReopenDialog lane={reopened} onClose={() => setReopened(null)} />
    </SectionCard>
  );
}

export default function LanesPage() {
  const [isSuspending, setSuspending] = useState(false);
  return (
    <>
      <PageHeader
        title="Lanes"
        description="Carriers that are suspended for a country."
        above={<BackLink to="/admin/dashboard/settings" label="Back to Settings" />}
        actions={
          <Button
            leftSection={<TriangleAlert size={16} aria-hidden="true" />}
            onClick={() => setSuspending(true)}
          >
            Suspend a lane
          </Button>
        }
      />
      <LanesCard />
      <LazyPart isWanted={isSuspending}>
        <SuspendLaneDialog isOpen={isSuspending} onClose={() => setSuspending(false)} />
      </LazyPart>
      <Text size="sm" c="dimmed" mt="md">
        Every suspension and reopening is recorded in the audit log.
      </Text>
    </>
  );
}
