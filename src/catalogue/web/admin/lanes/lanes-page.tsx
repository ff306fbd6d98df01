import { CarriersLoaded, useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { laneConfidenceLabel } from "#catalogue/web/i18n/labels.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Text } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { Lane } from "#catalogue/contract/lanes.ts";
import { SuggestionsCard } from "#catalogue/web/admin/suggestions/suggestions-card.tsx";
import { useApi } from "#catalogue/web/api.ts";
import { laneName, serviceLabel } from "#catalogue/web/calculator/route-words.ts";
import { useAction } from "#ui/web/action.ts";
import { useList } from "#ui/web/use-list.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { dayText, momentText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const SuspendLaneDialog = laterPart(
  async () => (await import("./suspend-lane-dialog.tsx")).SuspendLaneDialog,
);

function Why(props: { lane: Lane }) {
  const { reason, source, confidence } = props.lane;
  return (
    <>
      <span>{reason}</span>
      <div className={cells["below"]}>
        {source === null
          ? laneConfidenceLabel(confidence)
          : t("admin-lanes.confidenceAndSource", {
              confidence: laneConfidenceLabel(confidence),
              source,
            })}
      </div>
    </>
  );
}

function LaneState(props: { lane: Lane }) {
  const { reopenedAt } = props.lane;
  return (
    <span className={cells["whole"]}>
      {reopenedAt === null ? (
        <StatusBadge label={t("admin-lanes.suspended")} color="yellow" />
      ) : (
        <StatusBadge
          label={t("admin-lanes.reopenedOn", { date: momentText(reopenedAt) })}
          color="gray"
        />
      )}
    </span>
  );
}

function columnsFor(nameOf: NameOf, onReopen: (lane: Lane) => void): readonly Column<Lane>[] {
  return [
    {
      key: "lane",
      header: t("admin-lanes.lane"),
      isTitle: true,
      cell: ({ carrierId, destinationCode, service }) => (
        <>
          <span>{laneName({ carrierId, destinationCode, service: null }, nameOf)}</span>
          <div className={cells["below"]}>
            {service === null ? t("admin-lanes.allServices") : serviceLabel(service)}
          </div>
        </>
      ),
    },
    {
      key: "since",
      header: t("admin-lanes.since"),
      isNoWrap: true,
      cell: (lane) => dayText(lane.suspendedOn),
    },
    { key: "reason", header: t("common.reason"), cell: (lane) => <Why lane={lane} /> },
    {
      key: "state",
      header: t("common.state"),
      isNoWrap: true,
      cell: (lane) => <LaneState lane={lane} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (lane) =>
        lane.reopenedAt === null ? (
          <RowButton
            aria-label={t("admin-lanes.reopenLane", { lane: laneName(lane, nameOf) })}
            onClick={() => onReopen(lane)}
          >
            {t("admin-lanes.reopen")}
          </RowButton>
        ) : null,
    },
  ];
}

function ReopenDialog(props: { lane: Lane | null; onClose: () => void }) {
  const { nameOf } = useCarriers();
  const { lane } = props;
  const reopening = useAction(useApi().lanes.reopenLane.mutationOptions(), {
    done: () => ({
      title: t("admin-lanes.reopened"),
      ...(lane && { description: laneName(lane, nameOf) }),
    }),
    failed: () => t("admin-lanes.notReopened"),
  });
  return (
    <ConfirmDialog
      isOpen={lane !== null}
      onClose={props.onClose}
      title={t("admin-lanes.reopenQuestion")}
      confirmLabel={t("admin-lanes.reopen")}
      onConfirm={async () => lane !== null && (await reopening.run({ laneId: lane.id }))}
    >
      {lane === null ? null : t("admin-lanes.reopenHint", { lane: laneName(lane, nameOf) })}
    </ConfirmDialog>
  );
}

function LanesCard() {
  const api = useApi();
  const { nameOf } = useCarriers();
  const [reopened, setReopened] = useState<Lane | null>(null);
  const { query, table } = useList((_, input) => api.lanes.listLanes.queryOptions({ input }));
  return (
    <ListCard
      query={query}
      failure={{ title: t("admin-lanes.notLoaded") }}
      title={t("admin-lanes.suspensions")}
      description={t("admin-lanes.suspensionsHint")}
    >
      <DataTable
        label={t("admin-lanes.suspensions")}
        columns={columnsFor(nameOf, setReopened)}
        {...table}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<CircleCheck size={22} />}
            title={t("admin-lanes.noSuspensions")}
            description={t("admin-lanes.noSuspensionsHint")}
          />
        }
      />
      <ReopenDialog lane={reopened} onClose={() => setReopened(null)} />
    </ListCard>
  );
}

export default function LanesPage() {
  const [isSuspending, setSuspending] = useState(false);
  return (
    <>
      <PageHeader
        title={t("admin-lanes.title")}
        description={t("admin-lanes.description")}
        actions={
          <Button
            leftSection={<TriangleAlert size={16} aria-hidden="true" />}
            onClick={() => setSuspending(true)}
          >
            {t("admin-lanes.suspend")}
          </Button>
        }
      />
      <SuggestionsCard page="lanes" />
      <CarriersLoaded>
        <LanesCard />
      </CarriersLoaded>
      <SuspendLaneDialog
        isWanted={isSuspending}
        isOpen={isSuspending}
        onClose={() => setSuspending(false)}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-lanes.recorded")}
      </Text>
    </>
  );
}
