import { Button, Group } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { HistoryRow } from "#money/contract/transactions.ts";
import { DataTable } from "#ui/web/data-table.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { historyLines } from "./history-lines.ts";
import {
  transactionColumns,
  type DepositActions,
  type TransactionPaths,
} from "./transaction-columns.tsx";

type HistoryPage = { readonly items: readonly HistoryRow[]; readonly olderThan: string | null };

/** The rows of a wallet's history that are loaded, of which those of shipments open, and the button for older ones. */
export function HistoryRows(props: {
  history: UseInfiniteQueryResult<InfiniteData<HistoryPage>>;
  label: string;
  loadOlderLabel: string;
  /** null: the reader is not the owner. */
  deposits: DepositActions | null;
  paths?: TransactionPaths;
  empty: Elements;
}) {
  const { history, deposits, paths } = props;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const rows = history.data?.pages.flatMap((page) => page.items);
  const columns = transactionColumns({
    deposits,
    ...(paths && { paths }),
    onOpen: (shipRequestId) => {
      setOpenIds((open) => {
        const others = [...open].filter((one) => one !== shipRequestId);
        return new Set(open.has(shipRequestId) ? others : [...open, shipRequestId]);
      });
    },
  });
  return (
    <SectionCard flush>
      <DataTable
        label={props.label}
        columns={columns}
        rows={rows && historyLines(rows, openIds)}
        rowKey={(line) => line.key}
        empty={props.empty}
      />
      {history.hasNextPage ? (
        <Group justify="center" p="md">
          <Button
            variant="default"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {props.loadOlderLabel}
          </Button>
        </Group>
      ) : null}
    </SectionCard>
  );
}
