import { Text } from "@mantine/core";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { ReactNode } from "react";
import type { Payment } from "#contract/payments.ts";
import { paymentStatusColour } from "#core/payment.ts";
import { paymentStatusLabel } from "#web/i18n/labels.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Code, Moment, readerLocale } from "#web/ui/figures.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { TableView } from "#web/ui/table-view.ts";
import cells from "#web/admin/cells.module.css";
import { EmailText } from "#web/admin/email-text.tsx";
import classes from "./payments.module.css";

const typeLabels = {
  subscription: "Subscription",
  one_time_payment: "One-time",
  invoice: "Invoice",
} as const satisfies Record<Payment["type"], string>;

/** The absolute amount with two decimals in its own currency; the arrow shows the direction. */
function amountText(payment: Payment): string {
  return Math.abs(payment.amount).toLocaleString(readerLocale(), {
    style: "currency",
    currency: payment.currency,
    currencyDisplay: "narrowSymbol",
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
        <ArrowUp size={14} role="img" aria-label="Received" />
      ) : (
        <ArrowDown size={14} role="img" aria-label="Refunded" />
      )}
      {amountText(props.payment)}
    </span>
  );
}

export function PaymentStatus(props: { status: string }) {
  return (
    <StatusBadge
      label={paymentStatusLabel(props.status)}
      color={paymentStatusColour(props.status)}
    />
  );
}

function TimeOfDay(props: { at: string }) {
  return (
    <span className="figures">
      {new Date(props.at).toLocaleTimeString(readerLocale(), { timeStyle: "short" })}
    </span>
  );
}

const columns: readonly Column<Payment>[] = [
  {
    key: "id",
    header: "Payment ID",
    isTitle: true,
    cell: (payment) => (
      <span className={cells["id"]} title={payment.id}>
        <Code>{payment.id}</Code>
      </span>
    ),
  },
  {
    key: "user",
    header: "User",
    isUnlabelled: true,
    cell: (payment) => <EmailText>{payment.user_email}</EmailText>,
  },
  {
    key: "type",
    header: "Type",
    isUnlabelled: true,
    cell: (payment) => (
      <>
        {typeLabels[payment.type]}
        <Text component="span" size="xs" c="dimmed" className={cells["aside"] ?? ""}>
          {payment.description}
        </Text>
      </>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    isUnlabelled: true,
    align: "end",
    isNoWrap: true,
    cell: (payment) => <PaymentAmount payment={payment} />,
  },
  {
    key: "date",
    header: "Date",
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
    header: "Status",
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
  empty: ReactNode;
}) {
  const { payments, view, pageSize } = props;
  const start = (view.page - 1) * pageSize;
  return (
    <DataTable
      label="Payments"
      columns={columns}
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
