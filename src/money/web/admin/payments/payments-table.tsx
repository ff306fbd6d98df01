import { Text } from "@mantine/core";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { Payment } from "#money/contract/payments.ts";
import { paymentStatusColour } from "#money/rules/payment.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, Moment, readerLocale, clockText } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import cells from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import classes from "#money/web/admin/money.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";

/** The absolute amount with two decimals in its own currency; the arrow shows the direction. */
function amountText(payment: Payment): string {
  const locale = readerLocale();
  return Math.abs(payment.amount).toLocaleString(locale, {
    style: "currency",
    currency: payment.currency,
    // In Chinese a bare dollar sign may mean Hong Kong dollars.
    currencyDisplay: locale.startsWith("en") ? "narrowSymbol" : "symbol",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

/** Green with an arrow up for incoming money, red with an arrow down otherwise. */
export function PaymentAmount(props: { payment: Payment }) {
  const isIncoming = props.payment.amount > 0;
  return (
    <span className={classes["amount"]} data-incoming={isIncoming}>
      {isIncoming ? (
        <ArrowUp size={14} role="img" aria-label={t("admin-payments.received")} />
      ) : (
        <ArrowDown size={14} role="img" aria-label={t("admin-payments.refunded")} />
      )}
      <span>{amountText(props.payment)}</span>
    </span>
  );
}

/** The provider's status; one that has no label is shown with a capital first letter. */
export function PaymentStatus({ status }: { status: string }) {
  return <StatusBadge label={paymentStatusLabel(status)} color={paymentStatusColour(status)} />;
}

/** The email of who paid, which the API calls Unknown where the provider has none. */
export function PaymentUser({ payment }: { payment: Payment }) {
  return payment.user_email === "Unknown" ? (
    <span>{t("admin-payments.unknownUser")}</span>
  ) : (
    <EmailText>{payment.user_email}</EmailText>
  );
}

function TimeOfDay(props: { at: string }) {
  return <span className="figures">{clockText(new Date(props.at))}</span>;
}

const columns = (): readonly Column<Payment>[] => [
  {
    key: "id",
    header: t("admin-payments.paymentId"),
    isTitle: true,
    cell: (payment) => (
      <span className={cells["id"]} title={payment.id}>
        <Code>{payment.id}</Code>
      </span>
    ),
  },
  {
    key: "user",
    header: t("admin-payments.user"),
    isUnlabelled: true,
    cell: (payment) => <PaymentUser payment={payment} />,
  },
  {
    key: "type",
    header: t("common.type"),
    isUnlabelled: true,
    cell: (payment) => (
      <>
        <span>{t(`admin-payments.type.${payment.type}`)}</span>
        <Text component="span" size="xs" c="dimmed" className={cells["aside"] ?? ""}>
          {payment.description}
        </Text>
      </>
    ),
  },
  {
    key: "amount",
    header: t("common.amount"),
    isUnlabelled: true,
    align: "end",
    isNoWrap: true,
    cell: (payment) => <PaymentAmount payment={payment} />,
  },
  {
    key: "date",
    header: t("common.date"),
    isUnlabelled: true,
    isNoWrap: true,
    cell: (payment) => (
      <>
        <Moment at={payment.date} />
        <span className={`${cells["below"]} ${cells["aside"]}`}>
          <TimeOfDay at={payment.date} />
        </span>
      </>
    ),
  },
  {
    key: "status",
    header: t("common.status"),
    isUnlabelled: true,
    isNoWrap: true,
    cell: (payment) => (
      <span className={cells["whole"]}>
        <PaymentStatus status={payment.status} />
      </span>
    ),
  },
];

/** @param props.payments all loaded payments, of which one page is shown. */
export function PaymentsTable(props: {
  payments: readonly Payment[] | undefined;
  view: TableView;
  pageSize: number;
  isRefreshing: boolean;
  empty: Elements;
}) {
  const { payments, view, pageSize } = props;
  const start = (view.page - 1) * pageSize;
  return (
    <DataTable
      label={t("admin-payments.payments")}
      columns={columns()}
      rows={payments?.slice(start, start + pageSize)}
      rowKey={(payment) => payment.id}
      view={view}
      {...(payments ? { total: payments.length } : {})}
      pageSize={pageSize}
      isRefreshing={props.isRefreshing}
      empty={props.empty}
    />
  );
}

/** The provider's statuses of charges, invoices, refunds and disputes. */
const paymentStatuses = [
  "succeeded",
  "paid",
  "pending",
  "failed",
  "canceled",
  "requires_action",
  "needs_response",
  "under_review",
  "lost",
  "unknown",
] as const;

/** The label of the provider's status of a payment; one that has no label begins with a capital letter. */
export function paymentStatusLabel(status: string): string {
  const known = paymentStatuses.find((one) => one === status);
  if (known !== undefined) return t(`admin-payments.status.${known}`);
  return status.charAt(0).toUpperCase() + status.slice(1);
}
