import { Group, Stack, Text } from "@mantine/core";
import type { Transaction } from "#contract/wallet.ts";
import { isPositive } from "#core/ledger.ts";
import { transactionLabel } from "#core/transaction-label.ts";
import { Moment } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { SignedAmount } from "#web/wallet/transaction-columns.tsx";
import { transactionStatusBadges } from "#web/wallet/transaction-words.ts";

function chargedCents(charges: readonly Transaction[]): number {
  return charges
    .filter(({ status }) => status === "completed")
    .reduce(
      (sum, { type, amountCents }) => sum + (isPositive(type) ? -amountCents : amountCents),
      0,
    );
}

/** What a package has cost: each fee with its leg, those on hold as pending, and their sum. */
export function PackageCharges(props: { charges: readonly Transaction[] }) {
  const { charges } = props;
  if (charges.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No freight has been charged for this package yet.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {charges.map((charge) => (
        <Group key={charge.id} justify="space-between" wrap="nowrap" align="flex-start" gap="md">
          <Stack gap={0}>
            <Text span size="sm">
              {transactionLabel(charge)}
              {charge.legNumber === null ? "" : `, leg ${charge.legNumber}`}
            </Text>
            <Text span size="xs" c="dimmed">
              {charge.reason === null ? null : `${charge.reason} · `}
              <Moment at={charge.createdAt} />
            </Text>
          </Stack>
          <Group gap="xs" wrap="nowrap">
            {charge.status === "completed" ? null : (
              <StatusBadge {...transactionStatusBadges[charge.status]} />
            )}
            <SignedAmount transaction={charge} />
          </Group>
        </Group>
      ))}
      <Group justify="space-between" pt="xs" style={{ borderTop: "1px solid var(--line)" }}>
        <Text span size="sm" fw={600}>
          Charged so far
        </Text>
        <Text span size="sm" fw={600} ta="right">
          <MoneyWithApproximation amountCents={chargedCents(charges)} />
        </Text>
      </Group>
    </Stack>
  );
}
