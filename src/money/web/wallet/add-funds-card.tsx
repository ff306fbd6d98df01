import { publicPath, RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import { TypedApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { Anchor, Button, Chip, Group, Stack, Text } from "@mantine/core";
import CreditCard from "lucide-react/icons/credit-card";
import Lock from "lucide-react/icons/lock";
import * as z from "zod/mini";
import { depositLimits, parseAmountCents } from "#platform/rules/money.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { dollarSign, moneyText } from "#ui/web/figures.tsx";
import { checkedText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { depositAmountError, type Deposit } from "./deposit.ts";

const suggestedDollars = ["25", "50", "100", "250"] as const;

const schema = z.object({ amount: checkedText(depositAmountError) });

function Suggestions(props: { chosen: string; onChoose: (dollars: string) => void }) {
  const reading = parseAmountCents(props.chosen);
  const chosenCents = reading.ok ? reading.amountCents : null;
  const chosen = suggestedDollars.find((dollars) => Number(dollars) * 100 === chosenCents) ?? null;
  return (
    <Chip.Group value={chosen} onChange={props.onChoose}>
      <Group gap="xs" role="group" aria-label={t("wallet.suggestedAmounts")}>
        {suggestedDollars.map((dollars) => (
          <Chip key={dollars} value={dollars} size="sm" radius="md" variant="outline">
            <span>{dollarSign()}</span>
            <span>{dollars}</span>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

export function AddFundsCard(props: { deposit: Deposit }) {
  const { minimumCents, maximumCents } = depositLimits;
  const form = useAppForm({
    schema,
    initialValues: { amount: "" },
    draft: { name: "deposit", until: "left" },
    fieldOf: { invalid_amount: "amount" },
    onSubmit: ({ amount }) => props.deposit.start(amount),
    onInvalid: ({ amount: description = "" }, { showToast }) =>
      showToast({ ...toastText("invalidDepositAmount"), description, kind: "destructive" }),
    onError: (error, { showToast }) => props.deposit.showError(error, showToast),
  });
  return (
    <SectionCard
      title={t("common.addFunds")}
      description={t("wallet.addFundsDescription", {
        minimum: moneyText(minimumCents),
        maximum: moneyText(maximumCents),
      })}
    >
      <Form form={form} label={t("common.addFunds")}>
        <Stack gap="sm">
          <NumberField
            field={form.field("amount")}
            label={t("wallet.amountUsd")}
            min={1}
            max={10_000}
            step={0.01}
            size="lg"
            placeholder="0.00"
            unit={{ before: dollarSign() }}
            isRequired
          />
          <TypedApproximation amount={form.values.amount} />
          <Suggestions chosen={form.values.amount} onChoose={(amount) => form.write({ amount })} />
        </Stack>
        <Button
          type="submit"
          size="md"
          leftSection={<CreditCard size={18} />}
          loading={props.deposit.isProcessing}
        >
          {t("common.addFunds")}
        </Button>
        <Group gap={6} wrap="nowrap" c="dimmed" align="flex-start">
          <Lock size={14} aria-hidden="true" style={{ flex: "none", marginTop: 3 }} />
          <Text size="xs">
            <RichText
              id="wallet.paymentTerms"
              components={{
                terms: (
                  <Anchor href={publicPath("/terms")} target="_blank" rel="noopener" inherit />
                ),
              }}
            />
          </Text>
        </Group>
      </Form>
    </SectionCard>
  );
}
