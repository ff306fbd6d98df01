import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { useTableView, usePagedList, type PagedList } from "#ui/web/table-view.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import RotateCw from "lucide-react/icons/rotate-cw";
import Webhook from "lucide-react/icons/webhook";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Count, Moment } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import cells from "#ui/web/admin/cells.module.css";

const pageSize = 20;

const filters = ["all", "dead", "failed", "received", "processed", "ignored"] as const;

function useEvents() {
  const api = useApi();
  const view = useTableView();
  const state = filters.find((filter) => filter === view.read("state")) ?? "all";
  const query = useQuery(
    api.payments.listProviderEvents.queryOptions({
      input: { state, page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  return { view, state, query, list: usePagedList(query, view, pageSize) };
}

function showResult(event: ProviderEventRecord): void {
  if (event.state === "failed" || event.state === "dead") {
    showToast({
      title: t("admin-webhooks.failedAgain"),
      description: event.lastError ?? t("admin-webhooks.noReason"),
      kind: "destructive",
      place: "webhooks",
    });
  } else if (event.state === "received") {
    showToast({ title: t("admin-webhooks.beingProcessed"), kind: "info", place: "webhooks" });
  } else showToast({ title: t("admin-webhooks.processed"), kind: "success", place: "webhooks" });
}

/** Processes an event again and shows the result; `retryingId` is the event in progress, or null. */
function useRetry() {
  const api = useApi();
  const queryClient = useQueryClient();
  const retrying = useMutation(api.payments.retryProviderEvent.mutationOptions());
  const retry = async (eventId: string) => {
    hideToast("webhooks");
    try {
      showResult(await retrying.mutateAsync({ eventId }));
    } catch (error) {
      const description = apiErrorMessage(error, t("admin-webhooks.notRetriedHint"));
      showToast({
        title: t("admin-webhooks.notRetried"),
        description,
        kind: "destructive",
        place: "webhooks",
      });
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.payments.listProviderEvents.key() });
    }
  };
  return { retry, retryingId: retrying.isPending ? retrying.variables.eventId : null };
}

function StalledEventsAlert(props: { count: number; onShow: (() => void) | null }) {
  const { count, onShow } = props;
  if (count === 0) return null;
  const title = t("admin-webhooks.stalledCount", { count });
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={title}>
      <Stack gap="sm" align="flex-start">
        <span>{t("admin-webhooks.fixAndRetry")}</span>
        {onShow ? (
          <Button size="xs" variant="default" onClick={onShow}>
            {t("admin-webhooks.viewStalled")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

export default function WebhooksPage() {
  const { view, state, query, list } = useEvents();
  const { retry, retryingId } = useRetry();
  const show = (value: string | null) => view.write("state", value && value !== "all" ? value : "");
  return (
    <>
      <PageHeader title={t("admin-webhooks.title")} description={t("admin-webhooks.description")} />
      <Stack gap="lg">
        <StalledEventsAlert
          count={query.data?.unfinished.dead ?? 0}
          onShow={state === "dead" ? null : () => show("dead")}
        />
        <Group align="flex-end" gap="sm">
          <Select
            label={t("common.state")}
            w={{ base: "100%", xs: 200 }}
            data={filters.map((filter) => ({
              value: filter,
              label: t(`admin-webhooks.state.${filter}`),
            }))}
            value={state}
            allowDeselect={false}
            onChange={show}
          />
          <RefreshButton query={query} />
        </Group>
        <ListCard
          query={query}
          failure={{
            title: t("admin-webhooks.notLoaded"),
            description: t("common.noDataLost"),
          }}
        >
          <EventsTable
            list={list}
            isFiltered={state !== "all"}
            retryingId={retryingId}
            onRetry={(eventId) => void retry(eventId)}
          />
        </ListCard>
      </Stack>
    </>
  );
}

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
