import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Transaction } from "#money/contract/wallet.ts";
import { isPositive, type TransactionStatus } from "#money/rules/ledger.ts";
import { transactionLabel, transactionStatusLabel } from "./transaction-labels.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

type TransactionSubjectFields = Pick<
  Transaction,
  "type" | "reason" | "legNumber" | "trackingNumber" | "packageId" | "shipRequestId" | "plan"
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
  const isIncome = isPositive(type);
  return (
    <Text
      span
      inherit
      fw={600}
      c={isIncome ? "var(--mantine-color-success)" : "var(--mantine-color-error)"}
    >
      <MoneyWithApproximation amountCents={isIncome ? amountCents : -amountCents} signed />
    </Text>
  );
}

/**
 * The type of a transaction and, below it, what it was for, with links to its package and ship request. Plans are marked as
 * paid by card.
 */
export function TransactionSubject(props: { transaction: TransactionSubjectFields }) {
  const { type, trackingNumber, packageId, shipRequestId } = props.transaction;
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
                  {trackingNumber}
                </Anchor>
              ) : (
                trackingNumber
              ),
            }}
          />
        </Text>
      ) : null}
      {shipRequestId ? <ShipRequestLink shipRequestId={shipRequestId} /> : null}
    </Stack>
  );
}

function isUnpaidDeposit({ type, status }: Transaction): boolean {
  return type === "deposit" && status === "pending";
}

function isPayable({ payableUntil }: Transaction): boolean {
  return payableUntil !== undefined && new Date(payableUntil).getTime() > Date.now();
}

/** Type, date, status and amount of a transaction; a deposit that is not paid can be continued or dismissed. */
export function transactionColumns(actions: {
  readonly onContinue: (transaction: Transaction) => void;
  readonly onDismiss: (transaction: Transaction) => void;
  /** The deposit that is being dismissed. */
  readonly dismissingId: string | null;
}): readonly Column<Transaction>[] {
  return [
    {
      key: "type",
      header: t("common.type"),
      isTitle: true,
      cell: (row) => <TransactionSubject transaction={row} />,
    },
    {
      key: "date",
      header: t("common.date"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: (row) => <Moment at={row.createdAt} withTime />,
    },
    {
      key: "status",
      header: t("common.status"),
      isUnlabelled: true,
      cell: (row) => (
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
      ),
    },
    {
      key: "amount",
      header: t("common.amount"),
      isUnlabelled: true,
      align: "end",
      isNoWrap: true,
      cell: (row) => <SignedAmount transaction={row} />,
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
