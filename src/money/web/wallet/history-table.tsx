import { Button, Group, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useEffect } from "react";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { useDismissedDeposit, useResumedDeposit, useErrorReport } from "./deposit.ts";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { HistoryRows } from "./history-rows.tsx";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { Link } from "react-router";
import { csvAddress } from "#ui/web/save-file.ts";

/**
 * The user's history, ten rows at a time: all transactions of a ship request are one row, which opens to them. Loading errors are reported to the
 * server, as the specification asks.
 */
export function HistoryTable(props: { onAddFunds: () => void }) {
  const api = useApi();
  const report = useErrorReport();
  const resume = useResumedDeposit();
  const { dismiss, dismissingId } = useDismissedDeposit();
  const history = useInfiniteQuery(
    api.wallet.listTransactions.infiniteOptions({
      input: (before: string | undefined) => ({
        by: "shipment" as const,
        ...(before !== undefined && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.olderThan ?? undefined,
    }),
  );
  const { error } = history;
  useFailureToast(error, toastText("transactionsNotLoaded"));
  useEffect(() => {
    if (error && apiErrorCode(error) !== "signed_out") report("wallet history", error);
  }, [error, report]);
  const rows = history.data?.pages.flatMap((page) => page.items);
  const failure = history.isError ? (
    <ErrorState
      {...toastText("transactionsNotLoaded")}
      isRetrying={history.isFetching}
      onRetry={() => void (rows ? history.fetchNextPage() : history.refetch())}
    />
  ) : null;
  if (failure && !rows) return failure;
  return (
    <Stack gap="md">
      {rows && rows.length > 0 ? <HistoryDownloads /> : null}
      <HistoryRows
        history={history}
        label={t("wallet.transactions")}
        loadOlderLabel={t("wallet.history.loadOlder")}
        deposits={{ onContinue: resume, onDismiss: dismiss, dismissingId }}
        empty={
          <EmptyState
            icon={<ReceiptText size={22} />}
            title={t("sentences.noTransactions")}
            description={t("wallet.history.emptyDescription")}
            actions={<Button onClick={props.onAddFunds}>{t("common.addFunds")}</Button>}
          />
        }
      />
      {failure}
    </Stack>
  );
}

/** Links to the CSV export, in the reader's locale and time zone, and to the monthly statement. */
export function HistoryDownloads() {
  return (
    <Group gap="sm" justify="flex-end">
      <Button
        component="a"
        href={csvAddress("/api/wallet/transactions.csv")}
        variant="default"
        size="sm"
        leftSection={<Download size={16} aria-hidden="true" />}
      >
        {t("wallet.downloadCsv")}
      </Button>
      <Button
        component={Link}
        to="/dashboard/wallet/statement"
        variant="default"
        size="sm"
        leftSection={<Printer size={16} aria-hidden="true" />}
      >
        {t("wallet.monthlyStatement")}
      </Button>
    </Group>
  );
}
