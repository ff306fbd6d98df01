import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { RefundShortfall } from "#money/contract/wallet.ts";
import { useApi } from "#money/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Moment, Money } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

const columns = (): readonly Column<RefundShortfall>[] => [
  {
    key: "email",
    header: t("common.customer"),
    isTitle: true,
    cell: (row) => <EmailText>{row.email}</EmailText>,
  },
  {
    key: "deposit",
    header: t("admin-reconciliation.deposit"),
    cell: (row) => (
      <>
        <RichText
          id="admin-reconciliation.depositOn"
          components={{
            amount: <Money amountCents={row.amountCents} />,
            date: <Moment at={row.createdAt} />,
          }}
        />
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
    header: t("admin-reconciliation.refunded"),
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.refundedCents} />,
  },
  {
    key: "debited",
    header: t("admin-reconciliation.debited"),
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.debitedCents} />,
  },
  {
    key: "missing",
    header: t("admin-reconciliation.missing"),
    align: "end",
    isNoWrap: true,
    cell: (row) => <Money amountCents={row.refundedCents - row.debitedCents} />,
  },
];

/** Refunds at the provider that exceeded what was left in the wallet; a later reconciliation debits the rest. */
export function RefundShortfallsCard() {
  const api = useApi();
  const query = useQuery(api.wallet.listRefundShortfalls.queryOptions({ input: {} }));
  return (
    <ListCard
      query={query}
      failure={{ title: t("admin-reconciliation.refundsNotLoaded") }}
      title={t("admin-reconciliation.uncoveredRefunds")}
      description={t("admin-reconciliation.uncoveredRefundsHint")}
    >
      <DataTable
        label={t("admin-reconciliation.uncoveredRefunds")}
        columns={columns()}
        rows={query.data?.items}
        rowKey={(row) => row.depositId}
        empty={
          <EmptyState
            icon={<CircleCheck size={22} />}
            title={t("admin-reconciliation.noOpenRefunds")}
          />
        }
      />
    </ListCard>
  );
}
