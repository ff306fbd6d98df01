import { Group, Stack, Text } from "@mantine/core";
import type { Transaction } from "#money/contract/transactions.ts";
import { isPositive } from "#money/rules/ledger.ts";
import { transactionLabel } from "#money/web/wallet/transaction-labels.ts";
import { Moment } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { SignedAmount, transactionStatusBadge } from "#money/web/wallet/transaction-columns.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function chargedCents(charges: readonly Transaction[]): number {
  return charges
    .filter(({ status }) => status === "completed")
    .reduce(
      (sum, { type, amountCents }) => sum + (isPositive(type) ? -amountCents : amountCents),
      0,
    );
}

function feeText(charge: Transaction): string {
  const fee = transactionLabel(charge);
  const { legNumber } = charge;
  return legNumber === null ? fee : t("package-details.legOfFee", { fee, number: legNumber });
}

/** What a package has cost: each fee with its leg, those on hold as pending, and their sum. */
export function PackageCharges(props: { charges: readonly Transaction[] }) {
  const { charges } = props;
  if (charges.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("package-details.noCharges")}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {charges.map((charge) => (
        <Group key={charge.id} justify="space-between" wrap="nowrap" align="flex-start" gap="md">
          <Stack gap={0}>
            <Text span size="sm">
              {feeText(charge)}
            </Text>
            <Text span size="xs" c="dimmed">
              {charge.reason === null ? null : <span>{[charge.reason, ""].join(" · ")}</span>}
              <Moment at={charge.createdAt} />
            </Text>
          </Stack>
          <Group gap="xs" wrap="nowrap">
            {charge.status === "completed" ? null : (
              <StatusBadge {...transactionStatusBadge(charge.status)} />
            )}
            <Text span size="sm" ta="right">
              <SignedAmount transaction={charge} />
            </Text>
          </Group>
        </Group>
      ))}
      <Group justify="space-between" pt="xs" style={{ borderTop: "1px solid var(--line)" }}>
        <Text span size="sm" fw={600}>
          {t("package-details.chargedSoFar")}
        </Text>
        <Text span size="sm" fw={600} ta="right">
          <MoneyWithApproximation amountCents={chargedCents(charges)} />
        </Text>
      </Group>
    </Stack>
  );
}
