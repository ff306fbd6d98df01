import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { RefundShortfall } from "#contract/wallet.ts";
import { useApi } from "#web/api.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Code, Moment, Money } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import cells from "#web/admin/cells.module.css";
import { EmailText } from "#web/admin/email-text.tsx";

const columns: readonly Column<RefundShortfall>[] = [
  {
    key: "email",
    header: "Customer",
    isTitle: true,
    cell: (row) => <EmailText>{row.email}</EmailText>,
  },
  {
    key: "deposit",
    header: "Deposit",
    cell: (row) => (
      <>
        <Money amountCents={row.amountCents} /> on <Moment at={row.createdAt} />
        {row.paymentIntentId === null ? null : (
          <div className={cells["below"]}>
            <span className={cells["id"]} title={row.paymentIntentId}>
              <Code>{row.paymentIntentId}</Code>
            </span>
          </div>
        )}
      </>
    ),
  },
  {
    key: "refunded",
    header: "Refunded",
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.refundedCents} />,
  },
  {
    key: "debited",
    header: "Debited",
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.debitedCents} />,
  },
  {
    key: "missing",
    header: "Missing",
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.refundedCents - row.debitedCents} />,
  },
];

/** Refunds at the provider that exceeded what was left in the wallet; a later reconciliation debits the rest. */
export function RefundShortfallsCard() {
  const api = useApi();
  const query = useQuery(api.wallet.listRefundShortfalls.queryOptions({ input: {} }));
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The refunds could not be loaded"
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <SectionCard
      flush
      title="Uncovered refunds"
      description="The provider refunded more than the wallet balance. Once funds are added, the next comparison debits the missing amount."
    >
      <DataTable
        label="Uncovered refunds"
        columns={columns}
        rows={query.data?.items}
        rowKey={(row) => row.depositId}
        empty={<EmptyState icon={<CircleCheck size={22} />} title="No open refunds" />}
      />
    </SectionCard>
  );
}
