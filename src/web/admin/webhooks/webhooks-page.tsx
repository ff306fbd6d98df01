import type { ProviderEventState } from "#core/payment.ts";
import { optionsOf } from "#web/ui/options.ts";
import { Alert, Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ProviderEventRecord } from "#contract/payments.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { hideToast, showToast } from "#web/ui/toast.tsx";
import { EventsTable, eventStates } from "./events-table.tsx";
import { usePagedList } from "#web/ui/paged-list.ts";

const pageSize = 20;

const filters = optionsOf<ProviderEventState | "all">({
  all: "All events",
  dead: eventStates.dead.label,
  failed: eventStates.failed.label,
  received: eventStates.received.label,
  processed: eventStates.processed.label,
  ignored: eventStates.ignored.label,
});

function useEvents() {
  const api = useApi();
  const view = useTableView();
  const state = filters.find(({ value }) => value === view.read("state"))?.value ?? "all";
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
      title: "Event failed again",
      description: event.lastError ?? "The server gave no reason.",
      kind: "destructive",
      place: "webhooks",
    });
  } else if (event.state === "received") {
    showToast({ title: "Event is being processed", kind: "info", place: "webhooks" });
  } else showToast({ title: "Event processed", kind: "success", place: "webhooks" });
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
      const description = apiErrorMessage(error, "The event was not changed. Please try again.");
      showToast({
        title: "Event not retried",
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
  const title = count === 1 ? "1 event is stalled" : `${count} events are stalled`;
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={title}>
      <Stack gap="sm" align="flex-start">
        Several attempts have failed. Fix the cause and retry.
        {onShow ? (
          <Button size="xs" variant="default" onClick={onShow}>
            View stalled events
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
      <PageHeader
        title="Webhooks"
        description="Events from the payment provider and their state."
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
      />
      <Stack gap="lg">
        <StalledEventsAlert
          count={query.data?.unfinished.dead ?? 0}
          onShow={state === "dead" ? null : () => show("dead")}
        />
        <Group align="flex-end" gap="sm">
          <Select
            label="State"
            w={{ base: "100%", xs: 200 }}
            data={[...filters]}
            value={state}
            allowDeselect={false}
            onChange={show}
          />
          <RefreshButton query={query} />
        </Group>
        <ListCard
          query={query}
          failure={{
            title: "The events could not be loaded",
            description: "No data was lost. Please try again.",
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
