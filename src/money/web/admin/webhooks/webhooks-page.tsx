import { Alert, Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { ListCard } from "#ui/web/list-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { EventsTable } from "./events-table.tsx";
import { usePagedList } from "#ui/web/paged-list.ts";
import { t } from "./messages.ts";

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
