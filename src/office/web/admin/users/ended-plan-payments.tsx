import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { useApi } from "#office/web/api.ts";
import { momentText, moneyText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

function stateText({ refundedCents, refundableCents }: EndedPlanPayment): string | null {
  if (refundedCents > 0) {
    return t("admin-users.endedPayments.refunded", { amount: moneyText(refundedCents) });
  }
  return refundableCents === 0 ? t("admin-users.endedPayments.notRefundable") : null;
}

function PaymentLine(props: { payment: EndedPlanPayment; onRefund: (() => void) | null }) {
  const { payment, onRefund } = props;
  const { amountCents, paidAt, plan, periodEndsAt, refundableCents } = payment;
  const state = stateText(payment);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} flex="1 1 14rem">
        <Text size="sm">
          {t("admin-users.endedPayments.paid", {
            amount: moneyText(amountCents),
            paidOn: momentText(paidAt),
            plan,
            until: momentText(periodEndsAt),
          })}
        </Text>
        {state === null ? null : (
          <Text size="sm" c="dimmed">
            {state}
          </Text>
        )}
      </Stack>
      {refundableCents === 0 || onRefund === null ? null : (
        <Button variant="default" onClick={onRefund}>
          {t("admin-users.endedPayments.refund", { amount: moneyText(refundableCents) })}
        </Button>
      )}
    </Group>
  );
}

/**
 * What was paid for months of plans that ended before these were over, such as a renewal at the moment of the end, each with
 * an offer to refund it. Renders nothing where there is none.
 */
export function EndedPlanPayments(props: {
  userId: string;
  /** null offers no refund, as for the own account. */
  onRefund: ((payment: EndedPlanPayment) => void) | null;
}) {
  const { userId, onRefund } = props;
  const api = useApi();
  const { data, error } = useQuery(
    api.plans.listEndedPlanPayments.queryOptions({ input: { userId }, staleTime: 0 }),
  );
  if (error !== null) {
    return <Alert color="yellow">{t("admin-users.endedPayments.notLoaded")}</Alert>;
  }
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Alert color="yellow" title={t("admin-users.endedPayments.title")}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {data.items.map((payment) => (
          <PaymentLine
            key={payment.invoiceId}
            payment={payment}
            onRefund={onRefund === null ? null : () => onRefund(payment)}
          />
        ))}
      </Stack>
    </Alert>
  );
}
