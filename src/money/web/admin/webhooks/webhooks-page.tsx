import { Alert, Button, Stack, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { useApi } from "#money/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { Select } from "#ui/web/select.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import RotateCw from "lucide-react/icons/rotate-cw";
import Webhook from "lucide-react/icons/webhook";
import type { Column } from "#ui/web/data-table.tsx";
import { Code, Count, Moment } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import cells from "#ui/web/admin/cells.module.css";

const filters = ["all", "dead", "failed", "received", "processed", "ignored"] as const;

const stateIn = (view: TableView) =>
  filters.find((filter) => filter === view.read("state")) ?? "all";

function useRetry() {
  return useAction(useApi().payments.retryProviderEvent.mutationOptions(), {
    done: ({ state, lastError }) =>
      state === "failed" || state === "dead"
        ? {
            title: t("admin-webhooks.failedAgain"),
            description: lastError ?? t("admin-webhooks.noReason"),
            kind: "destructive",
          }
        : state === "received"
          ? { title: t("admin-webhooks.beingProcessed"), kind: "info" }
          : { title: t("admin-webhooks.processed") },
    failed: () => t("admin-webhooks.notRetried"),
    hint: t("admin-webhooks.notRetriedHint"),
  });
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
  const api = useApi();
  const list = useList((view, page) =>
    api.payments.listProviderEvents.queryOptions({ input: { state: stateIn(view), ...page } }),
  );
  const state = stateIn(list.view);
  const show = (value: string | null) =>
    list.view.write("state", value && value !== "all" ? value : "");
  return (
    <ListPage
      title={t("admin-webhooks.title")}
      description={t("admin-webhooks.description")}
      alert={
        <StalledEventsAlert
          count={list.data?.unfinished.dead ?? 0}
          onShow={state === "dead" ? null : () => show("dead")}
        />
      }
      filters={
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
      }
      hasRefresh
      label={t("admin-webhooks.events")}
      list={list}
      columns={columnsFor(useRetry())}
      rowKey={({ id }) => id}
      failure={{ title: t("admin-webhooks.notLoaded"), description: t("common.noDataLost") }}
      icon={<Webhook size={22} />}
      empty={
        state === "all"
          ? { title: t("admin-webhooks.none"), description: t("admin-webhooks.noneHint") }
          : { title: t("admin-webhooks.noMatches") }
      }
    />
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

function columnsFor(retrying: ReturnType<typeof useRetry>): readonly Column<ProviderEventRecord>[] {
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
            loading={retrying.input?.eventId === event.id}
            onClick={() => void retrying.run({ eventId: event.id })}
          >
            {t("admin-webhooks.retry")}
          </RowButton>
        ) : null,
    },
  ];
}
