import { Text, Textarea, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import { checkPayoutAmount, leastPayoutCents } from "#money/rules/payment.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#money/web/api.ts";
import type { Reauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { dollarSign, moneyText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { TypedApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function limits(balanceCents: number) {
  return { minimum: moneyText(leastPayoutCents), maximum: moneyText(balanceCents) };
}

function payoutSchema(balanceCents: number) {
  return z.object({
    amount: checkedText((text) => {
      const reading = parseAmountCents(text);
      const isValid = reading.ok && checkPayoutAmount(reading.amountCents, balanceCents).ok;
      return isValid ? null : t("wallet.payout.amountRange", limits(balanceCents));
    }),
    details: requiredText(() => t("fields.bankDetailsMissing")),
  });
}

/** A function that sends the request. */
function useRequest(withReauthentication: Reauthentication["withReauthentication"]) {
  const refetch = useRefetch();
  const client = useApiClient();
  return async (input: Parameters<typeof client.wallet.requestPayout>[0]) => {
    try {
      await withReauthentication(() => client.wallet.requestPayout(input));
    } finally {
      refetch();
    }
  };
}

type PayoutFormProps = {
  /** The available balance, at least the minimum payout. */
  readonly balanceCents: number;
  readonly withReauthentication: Reauthentication["withReauthentication"];
  readonly onRequested: () => void;
  readonly onClose: () => void;
};

export function PayoutForm(props: PayoutFormProps) {
  const send = useRequest(props.withReauthentication);
  const form = useAppForm({
    schema: payoutSchema(props.balanceCents),
    initialValues: { amount: decimalText(props.balanceCents), details: "" },
    startAt: "amount",
    fieldOf: { invalid_payout_amount: "amount", payout_above_balance: "amount" },
    draft: { name: "payout", without: ["details"] },
    onSubmit: async (typed, { showToast, readRequestKey }) => {
      await send({ ...typed, idempotencyKey: readRequestKey() });
      showToast({ title: t("wallet.payout.requestedToast"), kind: "success" });
      props.onRequested();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("wallet.payout.request")}
      submitLabel={t("wallet.payout.request")}
      onCancel={props.onClose}
      fallback={t("wallet.payout.notRequested")}
    >
      <TextInput
        {...form.field("amount")}
        label={t("wallet.amountUsd")}
        description={t("wallet.payout.amountHint", limits(props.balanceCents))}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        leftSection={<span aria-hidden="true">{dollarSign()}</span>}
      />
      <TypedApproximation amount={form.values.amount} />
      <Textarea
        {...form.field("details")}
        label={t("wallet.payout.bankDetails")}
        description={t("wallet.payout.bankDetailsHint")}
        required
        rows={3}
        maxLength={2000}
      />
      <Text size="sm" c="dimmed">
        {t("wallet.payout.note")}
      </Text>
    </DialogForm>
  );
}
