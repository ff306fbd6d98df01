import { useInfiniteQuery } from "@tanstack/react-query";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useApi } from "#money/web/api.ts";
import { HistoryRows } from "#money/web/wallet/history-rows.tsx";
import type { TransactionPaths } from "#money/web/wallet/transaction-columns.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";

type NamedPath = { readonly path: string; readonly name: string };

/** The pages of staff about the things of a customer's transactions, as far as the reader may open them. */
function usePaths(email: string, adjustments: NamedPath | null): TransactionPaths {
  const seesPackages = useMayUse("shipments");
  const answersCases = useMayUse("cases");
  const payments = `/admin/dashboard/payments?${new URLSearchParams({ search: email }).toString()}`;
  return {
    ofPackage: (packageId) =>
      seesPackages ? `/admin/dashboard/shipments?package=${packageId}` : null,
    // The package, which the same row names, has its ship request.
    ofShipRequest: () => null,
    ofCase: (caseId) =>
      answersCases
        ? `/admin/dashboard/work-items?kind=open_cases&case=${caseId}`
        : `/admin/dashboard/case-money?case=${caseId}`,
    ofType: (type) => {
      switch (type) {
        case "deposit":
        case "deposit_refund":
        case "dispute":
        case "dispute_release":
        case "subscription":
          return { path: payments, name: t("admin-payments.title") };
        case "payout":
          return { path: "/admin/dashboard/payouts", name: t("admin-payouts.title") };
        case "admin_credit":
          return adjustments;
        case "shipping_fee":
        case "service_fee":
        case "storage_fee":
        case "refund":
        case "compensation":
          return null;
      }
    },
  };
}

/** The history of a customer's wallet as the customer sees it, with links to the pages of staff. */
export function UserHistory(props: {
  userId: string;
  email: string;
  /** Who credited what, and why; null for readers who have no page about it. */
  adjustments: NamedPath | null;
}) {
  const { userId, email } = props;
  const api = useApi();
  const paths = usePaths(email, props.adjustments);
  const history = useInfiniteQuery(
    api.wallet.listUserTransactions.infiniteOptions({
      input: (before: string | undefined) => ({
        userId,
        ...(before !== undefined && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.olderThan ?? undefined,
    }),
  );
  const hasRows = history.data !== undefined;
  const failure = history.isError ? (
    <ErrorState
      title={t("admin-wallets.historyNotLoaded")}
      description={t("common.noDataLost")}
      isRetrying={history.isFetching}
      onRetry={() => void (hasRows ? history.fetchNextPage() : history.refetch())}
    />
  ) : null;
  if (failure && !hasRows) return failure;
  return (
    <>
      <HistoryRows
        history={history}
        label={t("admin-wallets.history")}
        loadOlderLabel={t("admin-wallets.historyOlder")}
        deposits={null}
        paths={paths}
        empty={
          <EmptyState icon={<ReceiptText size={22} />} title={t("admin-wallets.historyEmpty")} />
        }
      />
      {failure}
    </>
  );
}
