import { RowButton } from "#ui/web/row-button.tsx";
import HandCoins from "lucide-react/icons/hand-coins";
import { useState } from "react";
import type { PayoutRequest } from "#money/contract/payouts.ts";
import { useApi } from "#money/web/api.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment, Money, optionalText } from "#ui/web/figures.tsx";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const PayoutDialog = laterPart(async () => (await import("./payout-dialog.tsx")).PayoutDialog);

const colors = {
  open: "yellow",
  processing: "sea",
  paid: "green",
  declined: "red",
  withdrawn: "gray",
  unknown: "gray",
} as const;

function PayoutBadge({ request }: { request: PayoutRequest }) {
  const state = request.outcome ?? (request.startedAt === null ? "open" : "processing");
  return <StatusBadge label={t(`admin-payouts.state.${state}`)} color={colors[state]} />;
}

function referenceOrReason({ reference, reason }: PayoutRequest): string {
  return optionalText(reference ?? reason);
}

function columnsFor(onSettle: (request: PayoutRequest) => void): readonly Column<PayoutRequest>[] {
  return [
    {
      key: "userEmail",
      header: t("common.customer"),
      isTitle: true,
      cell: (request) => <EmailText>{request.userEmail}</EmailText>,
    },
    {
      key: "amount",
      header: t("common.amount"),
      align: "end",
      isNoWrap: true,
      cell: (request) => <Money amountCents={request.amountCents} />,
    },
    {
      key: "createdAt",
      header: t("admin-payouts.requested"),
      isNoWrap: true,
      cell: (request) => <Moment at={request.createdAt} />,
    },
    {
      key: "state",
      header: t("common.state"),
      cell: (request) => (
        <span className={cells["whole"]}>
          <PayoutBadge request={request} />
        </span>
      ),
    },
    {
      key: "settledAt",
      header: t("admin-payouts.settled"),
      isNoWrap: true,
      cell: (request) => <Moment at={request.settledAt} />,
    },
    { key: "note", header: t("admin-payouts.referenceOrReason"), cell: referenceOrReason },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (request) =>
        request.settledAt === null ? (
          <RowButton
            aria-label={t("admin-payouts.settleOf", { email: request.userEmail })}
            onClick={() => onSettle(request)}
          >
            {t("admin-payouts.settle")}
          </RowButton>
        ) : null,
    },
  ];
}

function openCountText(openCount: number | undefined): string {
  return openCount === undefined
    ? t("admin-payouts.description")
    : t("admin-payouts.openCount", { count: openCount });
}

export default function PayoutsPage() {
  const api = useApi();
  const list = useList((_, input) => api.wallet.listPayoutRequests.queryOptions({ input }));
  const [openId, setOpenId] = useState<string | null>(null);
  const openRequest = list.table.rows?.find(({ id }) => id === openId) ?? null;
  return (
    <ListPage
      title={t("admin-payouts.title")}
      description={openCountText(list.data?.openCount)}
      actions={
        <>
          <ExportButton path="/api/admin/payout-requests/payouts.csv" count={list.table.total} />
          <RefreshButton query={list.query} />
        </>
      }
      list={list}
      columns={columnsFor(({ id }) => setOpenId(id))}
      rowKey={({ id }) => id}
      failure={{ title: t("admin-payouts.notLoaded"), description: t("common.noDataLost") }}
      icon={<HandCoins size={22} />}
      empty={{ title: t("admin-payouts.none"), description: t("admin-payouts.noneHint") }}
    >
      <PayoutDialog
        isWanted={openRequest !== null}
        request={openRequest}
        onClose={() => setOpenId(null)}
      />
    </ListPage>
  );
}
