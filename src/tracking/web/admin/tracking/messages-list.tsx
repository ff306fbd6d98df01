import CircleCheck from "lucide-react/icons/circle-check";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { FailedCarrierMessage } from "#tracking/contract/tracking.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#tracking/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Count, Moment } from "#ui/web/figures.tsx";
import { useAction } from "#ui/web/action.ts";
import { useList } from "#ui/web/use-list.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function columnsFor(
  retrying: ReturnType<typeof useRetry>,
): readonly Column<FailedCarrierMessage>[] {
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
          loading={retrying.input?.messageId === id}
          onClick={() => void retrying.run({ messageId: id })}
        >
          {t("admin-tracking.retry")}
        </RowButton>
      ),
    },
  ];
}

function useRetry() {
  return useAction(useApi().tracking.retryCarrierMessage.mutationOptions(), {
    done: ({ isDone }) =>
      isDone
        ? { title: t("admin-tracking.processed") }
        : { title: t("admin-tracking.failedAgain"), kind: "destructive" },
    failed: () => t("admin-tracking.notChanged"),
  });
}

/** The messages of the provider that could not be processed, the newest first. */
export function MessagesList() {
  const api = useApi();
  const retrying = useRetry();
  const list = useList((_, input) => api.tracking.listFailedMessages.queryOptions({ input }));
  return (
    <ListCard
      query={list.query}
      failure={{
        title: t("admin-tracking.messagesNotLoaded"),
        description: t("common.noDataLost"),
      }}
    >
      <DataTable
        label={t("admin-tracking.view.messages")}
        columns={columnsFor(retrying)}
        {...list.table}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<CircleCheck size={22} />} title={t("admin-tracking.noMessages")} />
        }
      />
    </ListCard>
  );
}
