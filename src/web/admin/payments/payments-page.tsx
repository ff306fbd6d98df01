import { Alert, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import RefreshCw from "lucide-react/icons/refresh-cw";
import ShieldAlert from "lucide-react/icons/shield-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { t } from "#web/i18n/messages.tsx";
import { toastText } from "#web/i18n/toast-text.ts";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { useFailureToast } from "#web/ui/failure-toast.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { useTableView, type TableView } from "#web/ui/table-view.ts";
import { showToast } from "#web/ui/toast.tsx";
import { dateFilters, filterPayments, paymentTabs, type PaymentFilter } from "./payment-filters.ts";
import { PaymentsTable } from "./payments-table.tsx";
import classes from "./payments.module.css";
import { SearchBox } from "#web/ui/search-box.tsx";

const mostPayments = 100;
const pageSize = 20;

const adminAccessDescription = "Admin access is required to view payment data.";

function filterIn(view: TableView): PaymentFilter {
  return {
    tab: paymentTabs.find(({ value }) => value === view.read("tab"))?.value ?? "all",
    date: dateFilters.find(({ value }) => value === view.read("date"))?.value ?? "all",
    search: view.read("search"),
  };
}

function needsAdmin(error: unknown): boolean {
  const isSaid = error instanceof Error && error.message.includes("Admin privileges required");
  return isSaid || apiErrorCode(error) === "forbidden";
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || "Unknown error occurred";
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
      ? adminAccessDescription
      : t("toasts.paymentsNotLoaded.description"),
  });
  const refresh = async () => {
    const { data, isSuccess } = await query.refetch();
    if (!isSuccess) return;
    const count = data.payments.length;
    showToast({
      ...toastText("paymentsRefreshed"),
      description: `Loaded ${count} payment records`,
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
        label="Search payments"
        placeholder="Search by user email, payment ID, or description"
        value={props.filter.search}
        onSearch={(text) => props.view.write("search", text)}
      />
      <Select
        label="Date"
        w={{ base: "100%", xs: 180 }}
        data={[...dateFilters]}
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
  const records = payments ? ` (${payments.length} records)` : "";
  return (
    <SectionCard
      flush
      title="Payments"
      description={`Real-time payment data from the payment provider${records}`}
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

function PaymentsScreen() {
  const view = useTableView();
  const filter = filterIn(view);
  const { query, payments, refresh } = usePayments(filter.tab);
  return (
    <>
      <PageHeader
        title="Payment Management"
        description="Deposits and plan payments from the payment provider."
        actions={
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden="true" />}
            loading={query.isFetching && !query.isPending}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
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
        <Tabs.List mb="md" aria-label="Payments by type">
          {paymentTabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {paymentTabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
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
      <PageHeader title="Payment Management" />
      <Alert color="red" icon={<ShieldAlert size={18} />} title="Access Denied">
        <Stack gap={4}>
          <Text size="sm">{t("sentences.adminPrivilegesNeeded")}</Text>
          <Text size="sm">{t("sentences.adminAccessRequired")}</Text>
        </Stack>
      </Alert>
    </>
  );
}

export default function PaymentsPage() {
  const { state, person } = useSession();
  if (state === "loading" || state === "unreachable")
    return <PageHeader title="Payment Management" />;
  return person?.isAdmin ? <PaymentsScreen /> : <AccessDenied />;
}
