import { Anchor, TextInput } from "@mantine/core";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import { useState } from "react";
import { Link } from "react-router";
import type { PlanPayment } from "#office/contract/admin.ts";
import { useApi } from "#office/web/api.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment, Money, moneyText, optionalText } from "#ui/web/figures.tsx";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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
  { key: "plan", header: t("common.plan"), cell: ({ plan }) => optionalText(plan) },
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

export default function PlanPaymentsPage() {
  const api = useApi();
  const [thisMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const monthIn = (view: TableView) =>
    /^20\d{2}-(0[1-9]|1[0-2])$/.test(view.read("month")) ? view.read("month") : thisMonth;
  const list = useList((view, page) =>
    api.admin.listPlanPayments.queryOptions({ input: { month: monthIn(view), ...page } }),
  );
  const { view, data } = list;
  return (
    <ListPage
      title={t("admin-payments.planPayments")}
      description={t("admin-payments.planPaymentsHint")}
      filters={
        <TextInput
          type="month"
          label={t("admin-payments.monthUtc")}
          w={{ base: "100%", xs: 200 }}
          value={monthIn(view)}
          onChange={(event) => view.write("month", event.currentTarget.value)}
          description={
            data ? t("admin-payments.totalOf", { amount: moneyText(data.sumCents) }) : null
          }
        />
      }
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      failure={{
        title: t("admin-payments.planPaymentsNotLoaded"),
        description: t("common.noDataLost"),
      }}
      icon={<CircleDollarSign size={22} />}
      empty={{
        title: t("admin-payments.noPlanPayments"),
        description: t("admin-payments.chooseOtherMonth"),
      }}
    />
  );
}
