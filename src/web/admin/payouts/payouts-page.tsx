import { RowButton } from "#web/ui/row-button.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import HandCoins from "lucide-react/icons/hand-coins";
import { lazy, useState } from "react";
import type { PayoutRequest } from "#contract/payouts.ts";
import { useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import cells from "#web/admin/cells.module.css";
import { EmailText } from "#web/admin/email-text.tsx";
import { usePagedList } from "#web/ui/paged-list.ts";

const PayoutDialog = lazy(async () => ({
  default: (await import("./payout-dialog.tsx")).PayoutDialog,
}));

const pageSize = 20;

function usePayouts() {
  const api = useApi();
  const view = useTableView();
  const query = useQuery(
    api.wallet.listPayoutRequests.queryOptions({
      input: { page: view.page, pageSize },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { query, list: usePagedList(query, view, pageSize) };
}

const badges = {
  paid: { label: "Paid", color: "green" },
  declined: { label: "Declined", color: "red" },
  withdrawn: { label: "Withdrawn", color: "gray" },
  unknown: { label: "Settled", color: "gray" },
} as const;

function PayoutBadge({ request }: { request: PayoutRequest }) {
  if (request.outcome !== null) return <StatusBadge {...badges[request.outcome]} />;
  return request.startedAt === null ? (
    <StatusBadge label="Open" color="yellow" />
  ) : (
    <StatusBadge label="Processing" color="sea" />
  );
}

function referenceOrReason({ reference, reason }: PayoutRequest): string {
  return reference ?? reason ?? "–";
}

function columnsFor(onSettle: (request: PayoutRequest) => void): readonly Column<PayoutRequest>[] {
  return [
    {
      key: "userEmail",
      header: "Customer",
      isTitle: true,
      cell: (request) => <EmailText>{request.userEmail}</EmailText>,
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      isNoWrap: true,
      cell: (request) => <Money amountCents={request.amountCents} />,
    },
    {
      key: "createdAt",
      header: "Requested",
      isNoWrap: true,
      cell: (request) => <Moment at={request.createdAt} />,
    },
    {
      key: "state",
      header: "State",
      cell: (request) => (
        <span className={cells["whole"]}>
          <PayoutBadge request={request} />
        </span>
      ),
    },
    {
      key: "settledAt",
      header: "Settled",
      isNoWrap: true,
      cell: (request) => <Moment at={request.settledAt} />,
    },
    { key: "note", header: "Reference or reason", cell: referenceOrReason },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (request) =>
        request.settledAt === null ? (
          <RowButton
            aria-label={`Settle the payout of ${request.userEmail}`}
            onClick={() => onSettle(request)}
          >
            Settle
          </RowButton>
        ) : null,
    },
  ];
}

function openCountText(openCount: number | undefined): string {
  if (openCount === undefined) return "Payouts that customers requested.";
  if (openCount === 0) return "No open payouts.";
  return openCount === 1 ? "1 open payout." : `${openCount} open payouts.`;
}

export default function PayoutsPage() {
  const { query, list } = usePayouts();
  const [openId, setOpenId] = useState<string | null>(null);
  const openRequest = list.rows?.find(({ id }) => id === openId) ?? null;
  return (
    <>
      <PageHeader
        title="Payouts"
        description={openCountText(query.data?.openCount)}
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
        actions={<RefreshButton query={query} />}
      />
      <ListCard
        query={query}
        failure={{
          title: "The payouts could not be loaded",
          description: "No data was lost. Please try again.",
        }}
      >
        <DataTable
          label="Payouts"
          columns={columnsFor(({ id }) => setOpenId(id))}
          {...list}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<HandCoins size={22} />}
              title="No payouts requested"
              description="Customers request them in their wallet, or before they close their account."
            />
          }
        />
      </ListCard>
      <LazyPart isWanted={openRequest !== null}>
        <PayoutDialog request={openRequest} onClose={() => setOpenId(null)} />
      </LazyPart>
    </>
  );
}
