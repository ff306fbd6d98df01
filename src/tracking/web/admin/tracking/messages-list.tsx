import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { FailedCarrierMessage } from "#tracking/contract/tracking.ts";
import cells from "#ui/web/admin/cells.module.css";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#tracking/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Count, Moment } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { usePagedList, useTableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const pageSize = 20;

type Retrying = { retryingId: string | null; onRetry: (messageId: string) => void };

function columnsFor({ retryingId, onRetry }: Retrying): readonly Column<FailedCarrierMessage>[] {
  return [
    {
      key: "message",
      header: t("admin-tracking.message"),
      isTitle: true,
      cell: ({ id, lastError }) => (
        <>
          <span style={{ overflowWrap: "anywhere" }}>
            <bdi>{lastError ?? t("common.none")}</bdi>
          </span>
          <div className={cells["below"]}>
            <span className={cells["id"]} title={id}>
              <Code>{id}</Code>
            </span>
          </div>
        </>
      ),
    },
    {
      key: "receivedAt",
      header: t("admin-tracking.receivedAt"),
      isNoWrap: true,
      cell: ({ receivedAt }) => <Moment at={receivedAt} withTime />,
    },
    {
      key: "attempts",
      header: t("common.attempts"),
      align: "end",
      cell: ({ attempts }) => <Count value={attempts} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: ({ id }) => (
        <RowButton
          leftSection={<RotateCw size={13} />}
          aria-label={t("admin-tracking.retryMessage", { id })}
          loading={retryingId === id}
          onClick={() => onRetry(id)}
        >
          {t("admin-tracking.retry")}
        </RowButton>
      ),
    },
  ];
}

/** Processes a message again and shows the result. */
function useRetry(): Retrying {
  const api = useApi();
  const queryClient = useQueryClient();
  const retrying = useMutation(api.tracking.retryCarrierMessage.mutationOptions());
  const retry = async (messageId: string) => {
    hideToast("tracking");
    try {
      const { isDone } = await retrying.mutateAsync({ messageId });
      showToast({
        title: t(isDone ? "admin-tracking.processed" : "admin-tracking.failedAgain"),
        kind: isDone ? "success" : "destructive",
        place: "tracking",
      });
    } catch (error) {
      showToast({
        title: t("admin-tracking.notChanged"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "tracking",
      });
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.tracking.key() });
    }
  };
  return {
    retryingId: retrying.isPending ? retrying.variables.messageId : null,
    onRetry: (messageId) => void retry(messageId),
  };
}

/** The messages of the provider that could not be processed, the newest first. */
export function MessagesList() {
  const api = useApi();
  const view = useTableView();
  const retrying = useRetry();
  const query = useQuery(
    api.tracking.listFailedMessages.queryOptions({
      input: { page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  const list = usePagedList(query, view, pageSize);
  return (
    <ListCard
      query={query}
      failure={{
        title: t("admin-tracking.messagesNotLoaded"),
        description: t("common.noDataLost"),
      }}
    >
      <DataTable
        label={t("admin-tracking.view.messages")}
        columns={columnsFor(retrying)}
        {...list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<CircleCheck size={22} />} title={t("admin-tracking.noMessages")} />
        }
      />
    </ListCard>
  );
}
