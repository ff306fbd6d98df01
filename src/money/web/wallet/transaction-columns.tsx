import { Anchor, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import type { Transaction } from "#money/contract/transactions.ts";
import { isPositive, type TransactionStatus } from "#money/rules/ledger.ts";
import { transactionLabel, transactionStatusLabel } from "./transaction-labels.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import type { HistoryLine } from "./history-lines.ts";
import classes from "./wallet.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

type TransactionSubjectFields = Pick<
  Transaction,
  | "type"
  | "reason"
  | "legNumber"
  | "trackingNumber"
  | "packageId"
  | "packageName"
  | "shipRequestId"
  | "plan"
>;

/** The way to the ship request that an amount pays. */
export function ShipRequestLink(props: { shipRequestId: string }) {
  return (
    <Anchor
      component={Link}
      to={`/dashboard/ship-requests/${props.shipRequestId}`}
      size="xs"
      fw={400}
    >
      {t("wallet.shipRequest")}
    </Anchor>
  );
}

/** The amount with the sign and colour of its type. */
export function SignedAmount(props: { transaction: Pick<Transaction, "type" | "amountCents"> }) {
  const { type, amountCents } = props.transaction;
  return <SignedCents cents={isPositive(type) ? amountCents : -amountCents} />;
}

/** An amount with its sign, green where the wallet gains it and red otherwise. */
function SignedCents(props: { cents: number }) {
  const isIncome = props.cents > 0;
  return (
    <Text
      span
      inherit
      fw={600}
      c={isIncome ? "var(--mantine-color-success)" : "var(--mantine-color-error)"}
    >
      <MoneyWithApproximation amountCents={props.cents} signed />
    </Text>
  );
}

/**
 * The type of a transaction and, below it, what it was for, with links to its package and ship request. Plans are marked as
 * paid by card.
 */
export function TransactionSubject(props: { transaction: TransactionSubjectFields }) {
  const { type, trackingNumber, packageId, packageName, shipRequestId } = props.transaction;
  const detail = transactionDetail(props.transaction);
  return (
    <Stack gap={0}>
      <Group gap={8}>
        <span>{transactionLabel(props.transaction)}</span>
        {type === "subscription" ? (
          <StatusBadge label={t("wallet.byCard")} color="gray" size="sm" />
        ) : null}
      </Group>
      {detail === null ? null : (
        <Text span size="xs" fw={400} c="dimmed">
          {detail}
        </Text>
      )}
      {trackingNumber ? (
        <Text span size="xs" fw={400} c="dimmed">
          <RichText
            id="wallet.package"
            values={{
              trackingNumber: packageId ? (
                <Anchor component={Link} to={`/dashboard/packages?package=${packageId}`} inherit>
                  {packageName ?? trackingNumber}
                </Anchor>
              ) : (
                trackingNumber
              ),
            }}
          />
          {packageName === undefined ? null : <span>{` · ${trackingNumber}`}</span>}
        </Text>
      ) : null}
      {shipRequestId ? <ShipRequestLink shipRequestId={shipRequestId} /> : null}
    </Stack>
  );
}

/** What a shipment is called, with the button that shows its transactions below it. */
function ShipmentSubject(props: {
  line: Extract<HistoryLine, { kind: "shipment" }>;
  onOpen: (shipRequestId: string) => void;
}) {
  const { shipment, shipRequestId, isOpen } = props.line;
  const { name, destination, transactions } = shipment;
  return (
    <Stack gap={0}>
      <UnstyledButton
        className={classes["shipment"]}
        aria-expanded={isOpen}
        onClick={() => props.onOpen(shipRequestId)}
      >
        <ChevronRight size={16} aria-hidden="true" />
        <span>
          {name !== null && destination !== null
            ? t("wallet.shipmentTo", { name, destination: placeName(destination) })
            : t("wallet.package", { trackingNumber: name ?? "" })}
        </span>
      </UnstyledButton>
      <Text span size="xs" fw={400} c="dimmed" className={classes["part"] ?? ""}>
        {t("wallet.shipmentTransactions", { count: transactions.length })}
      </Text>
    </Stack>
  );
}

function isUnpaidDeposit({ type, status }: Transaction): boolean {
  return type === "deposit" && status === "pending";
}

function isPayable({ payableUntil }: Transaction): boolean {
  return payableUntil !== undefined && new Date(payableUntil).getTime() > Date.now();
}

/** The badge, and what can be done about a deposit that is not paid. */
function TransactionState(props: {
  transaction: Transaction;
  onContinue: (transaction: Transaction) => void;
  onDismiss: (transaction: Transaction) => void;
  dismissingId: string | null;
}) {
  const { transaction: row, ...actions } = props;
  return (
    <Group gap={8}>
      <StatusBadge {...transactionStatusBadge(row.status)} />
      {isUnpaidDeposit(row) ? (
        <>
          <Text span size="sm" c="dimmed">
            {t("wallet.notPaid")}
          </Text>
          {isPayable(row) ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => actions.onContinue(row)}
            >
              {t("wallet.continuePayment")}
            </Anchor>
          ) : null}
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={actions.dismissingId === row.id}
            onClick={() => actions.onDismiss(row)}
          >
            {t("wallet.dismiss")}
          </Anchor>
        </>
      ) : null}
    </Group>
  );
}

/** On a phone what is below a title begins where the title does. */
function isIndented(line: HistoryLine): boolean {
  return line.kind === "shipment" || line.isPart;
}

/**
 * Type, date, status and amount of a transaction or a shipment; a deposit that is not paid can be continued or dismissed.
 */
export function transactionColumns(actions: {
  readonly onContinue: (transaction: Transaction) => void;
  readonly onDismiss: (transaction: Transaction) => void;
  /** The deposit that is being dismissed. */
  readonly dismissingId: string | null;
  readonly onOpen: (shipRequestId: string) => void;
}): readonly Column<HistoryLine>[] {
  return [
    {
      key: "type",
      header: t("common.type"),
      isTitle: true,
      cell: (line) =>
        line.kind === "shipment" ? (
          <ShipmentSubject line={line} onOpen={actions.onOpen} />
        ) : (
          <div className={line.isPart ? classes["part"] : undefined}>
            <TransactionSubject transaction={line.transaction} />
          </div>
        ),
    },
    {
      key: "date",
      place: "second",
      header: t("common.date"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: (line) => (
        <div className={isIndented(line) ? classes["below"] : undefined}>
          <Moment
            at={line.kind === "shipment" ? line.createdAt : line.transaction.createdAt}
            withTime
          />
        </div>
      ),
    },
    {
      key: "status",
      place: "third",
      header: t("common.status"),
      isUnlabelled: true,
      cell: (line) => (
        <div className={isIndented(line) ? classes["below"] : undefined}>
          {line.kind === "shipment" ? (
            <StatusBadge {...transactionStatusBadge(line.shipment.status)} />
          ) : (
            <TransactionState transaction={line.transaction} {...actions} />
          )}
        </div>
      ),
    },
    {
      key: "amount",
      place: "state",
      header: t("common.amount"),
      isUnlabelled: true,
      align: "end",
      isNoWrap: true,
      cell: (line) => (
        <Text span size="sm">
          {line.kind === "shipment" ? (
            <SignedCents cents={line.shipment.sumCents} />
          ) : (
            <SignedAmount transaction={line.transaction} />
          )}
        </Text>
      ),
    },
  ];
}

const statusColors: Readonly<Record<TransactionStatus, StatusColor>> = {
  completed: "green",
  pending: "yellow",
  failed: "red",
  canceled: "gray",
};

/** The badge of a status: completed green, pending yellow, failed red, canceled grey. */
export function transactionStatusBadge(status: TransactionStatus) {
  return { label: transactionStatusLabel(status), color: statusColors[status] };
}

/** The plan, reason and leg of a transaction; null if it has none. */
function transactionDetail(
  transaction: Pick<Transaction, "reason" | "legNumber" | "plan">,
): string | null {
  const { reason, legNumber, plan } = transaction;
  const parts = [
    plan === null ? null : t("wallet.plan", { plan }),
    reason,
    legNumber === null ? null : t("wallet.legNumber", { number: legNumber }),
  ].filter((part) => part !== null && part !== "");
  return parts.length > 0 ? parts.join(" · ") : null;
}
