import { Anchor, Stack, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import { useState } from "react";
import { Link } from "react-router";
import type { PlanPayment } from "#office/contract/admin.ts";
import { useApi } from "#office/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Moment, Money, moneyText } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useTableView, usePagedList } from "#ui/web/table-view.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const pageSize = 20;

const columns = (): readonly Column<PlanPayment>[] => [
  {
    key: "userEmail",
    header: t("common.customer"),
    isTitle: true,
    cell: ({ userEmail }) =>
      userEmail === "" ? (
        t("admin-payments.closedAccount")
      ) : (
        <Anchor
          component={Link}
          inherit
          underline="hover"
          to={`/admin/dashboard/users?${new URLSearchParams({ search: userEmail }).toString()}`}
        >
          <EmailText>{userEmail}</EmailText>
        </Anchor>
      ),
  },
  { key: "plan", header: t("common.plan"), cell: ({ plan }) => plan ?? "–" },
  {
    key: "createdAt",
    header: t("admin-payments.paid"),
    isNoWrap: true,
    cell: ({ createdAt }) => <Moment at={createdAt} withTime />,
  },
  {
    key: "amount",
    header: t("common.amount"),
    align: "end",
    isNoWrap: true,
    cell: ({ amountCents }) => <Money amountCents={amountCents} />,
  },
];

function usePayments() {
  const api = useApi();
  const view = useTableView();
  const [thisMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const monthInAddress = view.read("month");
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(monthInAddress) ? monthInAddress : thisMonth;
  const query = useQuery(
    api.admin.listPlanPayments.queryOptions({
      input: { month, page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  return { view, month, query, list: usePagedList(query, view, pageSize) };
}

export default function PlanPaymentsPage() {
  const { view, month, query, list } = usePayments();
  return (
    <>
      <PageHeader
        title={t("admin-payments.planPayments")}
        description={t("admin-payments.planPaymentsHint")}
      />
      <Stack gap="lg">
        <TextInput
          type="month"
          label={t("admin-payments.monthUtc")}
          w={{ base: "100%", xs: 200 }}
          value={month}
          onChange={(event) => view.write("month", event.currentTarget.value)}
          {...(query.data
            ? {
                description: t("admin-payments.totalOf", {
                  amount: moneyText(query.data.sumCents),
                }),
              }
            : {})}
        />
        <ListCard
          query={query}
          failure={{
            title: t("admin-payments.planPaymentsNotLoaded"),
            description: t("common.noDataLost"),
          }}
        >
          <DataTable
            label={t("admin-payments.planPayments")}
            columns={columns()}
            {...list}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<CircleDollarSign size={22} />}
                title={t("admin-payments.noPlanPayments")}
                description={t("admin-payments.chooseOtherMonth")}
              />
            }
          />
        </ListCard>
      </Stack>
    </>
  );
}
