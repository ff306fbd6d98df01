import { RowButton } from "#ui/web/row-button.tsx";
import { Text } from "@mantine/core";
import RotateCw from "lucide-react/icons/rotate-cw";
import Webhook from "lucide-react/icons/webhook";
import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { Code, Count, Moment } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import cells from "#ui/web/admin/cells.module.css";
import type { PagedList } from "#ui/web/paged-list.ts";
import { t } from "./messages.ts";

const colors: Readonly<Record<ProviderEventRecord["state"], StatusColor>> = {
  received: "yellow",
  processed: "green",
  ignored: "gray",
  failed: "yellow",
  dead: "red",
};

const unfinished: readonly ProviderEventRecord["state"][] = ["received", "failed", "dead"];

type Retrying = { retryingId: string | null; onRetry: (eventId: string) => void };

function columnsFor({ retryingId, onRetry }: Retrying): readonly Column<ProviderEventRecord>[] {
  return [
    {
      key: "type",
      header: t("admin-webhooks.event"),
      isTitle: true,
      cell: (event) => (
        <>
          <span>{event.type}</span>
          <div className={cells["below"]}>
            <span className={cells["id"]} title={event.id}>
              <Code>{event.id}</Code>
            </span>
          </div>
        </>
      ),
    },
    {
      key: "about",
      header: t("admin-webhooks.about"),
      cell: (event) =>
        event.objectId === null ? (
          "–"
        ) : (
          <span className={cells["id"]} title={event.objectId}>
            <Code>{event.objectId}</Code>
          </span>
        ),
    },
    {
      key: "receivedAt",
      header: t("admin-webhooks.received"),
      isNoWrap: true,
      cell: (event) => <Moment at={event.receivedAt} withTime />,
    },
    {
      key: "state",
      header: t("common.state"),
      cell: (event) => (
        <>
          <span className={cells["whole"]}>
            <StatusBadge
              label={t(`admin-webhooks.state.${event.state}`)}
              color={colors[event.state]}
            />
          </span>
          {event.lastError !== null && unfinished.includes(event.state) ? (
            <Text size="xs" c="dimmed" mt={4} maw="36ch" style={{ overflowWrap: "anywhere" }}>
              {event.lastError}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: "attempts",
      header: t("common.attempts"),
      align: "end",
      cell: (event) => <Count value={event.attempts} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (event) =>
        unfinished.includes(event.state) ? (
          <RowButton
            leftSection={<RotateCw size={13} />}
            aria-label={t("admin-webhooks.retryEvent", { type: event.type, id: event.id })}
            loading={retryingId === event.id}
            onClick={() => onRetry(event.id)}
          >
            {t("admin-webhooks.retry")}
          </RowButton>
        ) : null,
    },
  ];
}

export function EventsTable(
  props: {
    list: PagedList<ProviderEventRecord>;
    isFiltered: boolean;
  } & Retrying,
) {
  return (
    <DataTable
      label={t("admin-webhooks.events")}
      columns={columnsFor(props)}
      {...props.list}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={<Webhook size={22} />}
          title={t(props.isFiltered ? "admin-webhooks.noMatches" : "admin-webhooks.none")}
          description={props.isFiltered ? null : t("admin-webhooks.noneHint")}
        />
      }
    />
  );
}
