import { Anchor, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleHelp from "lucide-react/icons/circle-help";
import { Link } from "react-router";
import type { Transaction } from "#money/contract/transactions.ts";
import { isPositive, type TransactionStatus } from "#money/rules/ledger.ts";
import { transactionLabel, transactionStatusLabel, transactionText } from "./transaction-labels.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment, momentText } from "#ui/web/figures.tsx";
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
  | "caseId"
  | "plan"
>;

/** Where a transaction leads to. */
export type TransactionPaths = {
  /** null: the reader has no page about packages. */
  readonly ofPackage: (packageId: string) => string | null;
  readonly ofShipRequest: (shipRequestId: string) => string | null;
  readonly ofCase: (caseId: string) => string;
  /** A page about what is neither package nor ship request, with its name. */
  readonly ofType?: (type: Transaction["type"]) => { path: string; name: string } | null;
};

const customerPaths: TransactionPaths = {
  ofPackage: (packageId) => `/dashboard/packages?package=${packageId}`,
  ofShipRequest: (shipRequestId) => `/dashboard/ship-requests/${shipRequestId}`,
  ofCase: (caseId) => `/dashboard/messages/${caseId}`,
};

function SmallLink(props: { path: string; children: string }) {
  return (
    <Anchor component={Link} to={props.path} size="xs" fw={400}>
      {props.children}
    </Anchor>
  );
}

/** The way to the ship request that an amount pays. */
export function ShipRequestLink(props: { shipRequestId: string; paths?: TransactionPaths }) {
  const { shipRequestId, paths = customerPaths } = props;
  const path = paths.ofShipRequest(shipRequestId);
  return path === null ? null : <SmallLink path={path}>{t("wallet.shipRequest")}</SmallLink>;
}

function PackageLink(props: { packageId: string; name: string; paths: TransactionPaths }) {
  const path = props.paths.ofPackage(props.packageId);
  if (path === null) return <span>{props.name}</span>;
  return (
    <Anchor component={Link} to={path} inherit>
      {props.name}
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
export function TransactionSubject(props: {
  transaction: TransactionSubjectFields;
  paths?: TransactionPaths;
}) {
  const { paths = customerPaths } = props;
  const { type, trackingNumber, packageId, packageName, shipRequestId, caseId } = props.transaction;
  const ofType = paths.ofType?.(type) ?? null;
  const detail = transactionDetail(props.transaction);
  const otherNumber = ` · ${trackingNumber}`;
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
                <PackageLink
                  packageId={packageId}
                  name={packageName ?? trackingNumber}
                  paths={paths}
                />
              ) : (
                trackingNumber
              ),
            }}
          />
          {packageName === undefined ? null : <span>{otherNumber}</span>}
        </Text>
      ) : null}
      {shipRequestId ? <ShipRequestLink shipRequestId={shipRequestId} paths={paths} /> : null}
      {caseId === undefined ? null : (
        <SmallLink path={paths.ofCase(caseId)}>{t("wallet.case")}</SmallLink>
      )}
      {ofType === null ? null : <SmallLink path={ofType.path}>{ofType.name}</SmallLink>}
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

/** What the owner of a wallet can do about a deposit that is not paid. */
export type DepositActions = {
  readonly onContinue: (transaction: Transaction) => void;
  readonly onDismiss: (transaction: Transaction) => void;
  /** The deposit that is being dismissed. */
  readonly dismissingId: string | null;
};

function DepositLinks(props: { deposit: Transaction; actions: DepositActions }) {
  const { deposit, actions } = props;
  return (
    <>
      {isPayable(deposit) ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => actions.onContinue(deposit)}
        >
          {t("wallet.continuePayment")}
        </Anchor>
      ) : null}
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={actions.dismissingId === deposit.id}
        onClick={() => actions.onDismiss(deposit)}
      >
        {t("wallet.dismiss")}
      </Anchor>
    </>
  );
}

/** Leads to where its customer writes that something is wrong with it. */
function ReportLink(props: { transaction: Transaction }) {
  const { id, createdAt } = props.transaction;
  const label = t("wallet.somethingWrong", {
    transaction: transactionLabel(props.transaction),
    date: momentText(createdAt),
  });
  return (
    <Link
      to={`/dashboard/messages/new?transaction=${id}`}
      state={{ about: transactionText(props.transaction) }}
      className={classes["report"] ?? ""}
      aria-label={label}
      title={label}
    >
      <CircleHelp size={16} aria-hidden="true" />
    </Link>
  );
}

/** The badge, what can be done about a deposit that is not paid, and where its owner reports something wrong. */
function TransactionState(props: { transaction: Transaction; actions: DepositActions | null }) {
  const { transaction: row, actions } = props;
  return (
    <Group gap={8}>
      <StatusBadge {...transactionStatusBadge(row.status)} />
      {isUnpaidDeposit(row) ? (
        <>
          <Text span size="sm" c="dimmed">
            {t("wallet.notPaid")}
          </Text>
          {actions === null ? null : <DepositLinks deposit={row} actions={actions} />}
        </>
      ) : null}
      {actions === null ? null : <ReportLink transaction={row} />}
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
export function transactionColumns(shown: {
  /** null: the reader is not the owner. */
  readonly deposits: DepositActions | null;
  readonly paths?: TransactionPaths;
  readonly onOpen: (shipRequestId: string) => void;
}): readonly Column<HistoryLine>[] {
  const { deposits, paths = customerPaths, onOpen } = shown;
  return [
    {
      key: "type",
      header: t("common.type"),
      isTitle: true,
      cell: (line) =>
        line.kind === "shipment" ? (
          <ShipmentSubject line={line} onOpen={onOpen} />
        ) : (
          <div className={line.isPart ? classes["part"] : undefined}>
            <TransactionSubject transaction={line.transaction} paths={paths} />
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
            <TransactionState transaction={line.transaction} actions={deposits} />
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
