import { RowButton } from "#web/ui/row-button.tsx";
import { Text } from "@mantine/core";
import RotateCw from "lucide-react/icons/rotate-cw";
import Webhook from "lucide-react/icons/webhook";
import type { ProviderEventRecord } from "#contract/payments.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Code, Count, Moment } from "#web/ui/figures.tsx";
import { StatusBadge, type StatusColor } from "#web/ui/status-badge.tsx";
import cells from "#web/admin/cells.module.css";
import type { PagedList } from "#web/ui/paged-list.ts";

export const eventStates: Readonly<
  Record<ProviderEventRecord["state"], { label: string; color: StatusColor }>
> = {
  received: { label: "Pending", color: "yellow" },
  processed: { label: "Processed", color: "green" },
  ignored: { label: "Ignored", color: "gray" },
  failed: { label: "Failed, retrying", color: "yellow" },
  dead: { label: "Stalled", color: "red" },
};

const unfinished: readonly ProviderEventRecord["state"][] = ["received", "failed", "dead"];

type Retrying = { retryingId: string | null; onRetry: (eventId: string) => void };

function columnsFor({ retryingId, onRetry }: Retrying): readonly Column<ProviderEventRecord>[] {
  return [
    {
      key: "type",
      header: "Event",
      isTitle: true,
      cell: (event) => (
        <>
          {event.type}
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
      header: "About",
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
      header: "Received",
      isNoWrap: true,
      cell: (event) => <Moment at={event.receivedAt} withTime />,
    },
    {
      key: "state",
      header: "State",
      cell: (event) => (
        <>
          <span className={cells["whole"]}>
            <StatusBadge {...eventStates[event.state]} />
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
      header: "Attempts",
      align: "end",
      cell: (event) => <Count value={event.attempts} />,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (event) =>
        unfinished.includes(event.state) ? (
          <RowButton
            leftSection={<RotateCw size={13} />}
            aria-label={`Retry ${event.type} ${event.id}`}
            loading={retryingId === event.id}
            onClick={() => onRetry(event.id)}
          >
            Retry
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
      label="Events"
      columns={columnsFor(props)}
      {...props.list}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={<Webhook size={22} />}
          title={props.isFiltered ? "No matching events" : "No events yet"}
          description={
            props.isFiltered
              ? null
              : "Events appear here as soon as the payment provider sends one."
          }
        />
      }
    />
  );
}
