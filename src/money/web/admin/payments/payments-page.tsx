import { Alert, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import RefreshCw from "lucide-react/icons/refresh-cw";
import ShieldAlert from "lucide-react/icons/shield-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import { isStaff } from "#platform/rules/staff-role.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { useFailureToast, showToast } from "#ui/web/toast.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView, type TableView } from "#ui/web/table-view.ts";
import { isPaymentSought, paymentTabs, type PaymentTab } from "#money/rules/payment.ts";
import { PaymentsTable } from "./payments-table.tsx";
import classes from "#money/web/admin/money.module.css";
import { SearchBox } from "#ui/web/search-box.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import type { Payment } from "#money/contract/payments.ts";

const mostPayments = 100;
const pageSize = 20;

function filterIn(view: TableView): PaymentFilter {
  return {
    tab: paymentTabs.find((tab) => tab === view.read("tab")) ?? "all",
    date: dateFilters.find((date) => date === view.read("date")) ?? "all",
    search: view.read("search"),
  };
}

function needsAdmin(error: unknown): boolean {
  const isSaid = error instanceof Error && error.message.includes("Admin privileges required");
  return isSaid || apiErrorCode(error) === "forbidden";
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || t("admin-payments.unknownError");
}

/** The payments of a tab, and `refresh` to load them again. */
function usePayments(tab: PaymentFilter["tab"]) {
  const api = useApi();
  const query = useQuery(
    api.functions.getStripePayments.queryOptions({ input: { limit: mostPayments, type: tab } }),
  );
  useFailureToast(query.error, {
    title: t("toasts.paymentsNotLoaded.title"),
    description: needsAdmin(query.error)
      ? t("admin-payments.adminAccess")
      : t("toasts.paymentsNotLoaded.description"),
  });
  const refresh = async () => {
    const { data, isSuccess } = await query.refetch();
    if (!isSuccess) return;
    const count = data.payments.length;
    showToast({
      ...toastText("paymentsRefreshed"),
      description: t("admin-payments.loaded", { count }),
      kind: "success",
      place: "payments",
    });
  };
  return { query, payments: query.isError ? [] : query.data?.payments, refresh };
}

function Filters(props: { view: TableView; filter: PaymentFilter }) {
  return (
    <Group align="flex-end" gap="sm" mb="lg">
      <SearchBox
        label={t("admin-payments.search")}
        placeholder={t("admin-payments.searchPlaceholder")}
        value={props.filter.search}
        onSearch={(text) => props.view.write("search", text)}
      />
      <Select
        label={t("common.date")}
        w={{ base: "100%", xs: 180 }}
        data={dateFilters.map((date) => ({ value: date, label: t(`admin-payments.date.${date}`) }))}
        value={props.filter.date}
        onChange={(value) => props.view.write("date", value && value !== "all" ? value : "")}
      />
    </Group>
  );
}

function emptyText(isError: boolean, loaded: number): string {
  if (isError) return t("sentences.paymentsConfigurationError");
  return loaded === 0 ? t("sentences.noPayments") : t("sentences.noPaymentsMatch");
}

function Payments(
  props: { view: TableView; filter: PaymentFilter } & ReturnType<typeof usePayments>,
) {
  const { query, payments, filter } = props;
  const matching = payments && filterPayments(payments, filter, new Date(query.dataUpdatedAt));
  return (
    <SectionCard
      flush
      title={t("admin-payments.payments")}
      description={
        payments
          ? t("admin-payments.realTimeCount", { count: payments.length })
          : t("admin-payments.realTime")
      }
    >
      {query.isPending ? (
        <p className={classes["loading"]} role="status">
          {t("sentences.loadingPayments")}
        </p>
      ) : null}
      <PaymentsTable
        payments={matching}
        view={props.view}
        pageSize={pageSize}
        isRefreshing={query.isFetching}
        empty={
          <EmptyState
            icon={<CreditCard size={22} />}
            title={emptyText(query.isError, payments?.length ?? 0)}
          />
        }
      />
    </SectionCard>
  );
}

/** The payments that the page shows, of all its pages. */
function PaymentsExport(props: { filter: PaymentFilter; payments: Payment[]; readAt: Date }) {
  const { filter, payments, readAt } = props;
  const earliest = earliestOf(filter.date, readAt);
  return (
    <ExportButton
      path="/api/admin/payments/payments.csv"
      filter={{
        type: filter.tab,
        search: filter.search,
        ...(earliest && { from: earliest.toISOString() }),
      }}
      count={filterPayments(payments, filter, readAt).length}
    />
  );
}

function PaymentsScreen() {
  const view = useTableView();
  const filter = filterIn(view);
  const { query, payments, refresh } = usePayments(filter.tab);
  return (
    <>
      <PageHeader
        title={t("admin-payments.title")}
        description={t("admin-payments.description")}
        actions={
          <>
            <PaymentsExport
              filter={filter}
              payments={payments ?? []}
              readAt={new Date(query.dataUpdatedAt)}
            />
            <Button
              variant="default"
              leftSection={<RefreshCw size={16} aria-hidden="true" />}
              loading={query.isFetching && !query.isPending}
              onClick={() => void refresh()}
            >
              {t("common.refresh")}
            </Button>
          </>
        }
      />
      {query.isError ? (
        <Alert
          mb="lg"
          color="red"
          icon={<TriangleAlert size={18} />}
          title={t("sentences.paymentsLoadError")}
        >
          {messageOf(query.error)}
        </Alert>
      ) : null}
      <Filters view={view} filter={filter} />
      <Tabs
        value={filter.tab}
        onChange={(value) => view.write("tab", value && value !== "all" ? value : "")}
      >
        <TabList mb="md" aria-label={t("admin-payments.tabs")}>
          {paymentTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`admin-payments.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {paymentTabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            <Payments
              view={view}
              filter={filter}
              query={query}
              payments={payments}
              refresh={refresh}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function AccessDenied() {
  return (
    <>
      <PageHeader title={t("admin-payments.title")} />
      <Alert color="red" icon={<ShieldAlert size={18} />} title={t("admin-payments.accessDenied")}>
        <Stack gap={4}>
          <Text size="sm">{t("sentences.adminPrivilegesNeeded")}</Text>
          <Text size="sm">{t("sentences.adminAccessRequired")}</Text>
        </Stack>
      </Alert>
    </>
  );
}

export default function PaymentsPage() {
  const person = usePerson();
  const seesMoney = useMayUse("money");
  return isStaff(person) && seesMoney ? <PaymentsScreen /> : <AccessDenied />;
}

export const dateFilters = ["all", "today", "week", "month"] as const;
export type DateFilter = (typeof dateFilters)[number];

export type PaymentFilter = {
  readonly tab: PaymentTab;
  readonly date: DateFilter;
  readonly search: string;
};

/**
 * The earliest moment that passes a date filter, in the reader's time zone: the last midnight, seven days ago, or the
 * same day of the previous month (its last day where it lacks that day).
 */
export function earliestOf(date: DateFilter, now: Date): Date | null {
  const moment = new Date(now);
  switch (date) {
    case "all":
      return null;
    case "today":
      moment.setHours(0, 0, 0, 0);
      return moment;
    case "week":
      moment.setDate(moment.getDate() - 7);
      return moment;
    case "month": {
      const dayOfMonth = moment.getDate();
      moment.setMonth(moment.getMonth() - 1);
      if (moment.getDate() !== dayOfMonth) moment.setDate(0);
      return moment;
    }
  }
}

/** The payments that match, in their original order. */
export function filterPayments(
  payments: readonly Payment[],
  filter: PaymentFilter,
  now: Date,
): Payment[] {
  const { tab, date, search } = filter;
  const sought = { tab, search, earliest: earliestOf(date, now) };
  return payments.filter((payment) => isPaymentSought(payment, sought));
}
