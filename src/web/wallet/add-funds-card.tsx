import { Button, Chip, Group, Stack, Text } from "@mantine/core";
import CreditCard from "lucide-react/icons/credit-card";
import Lock from "lucide-react/icons/lock";
import { useRef, useState } from "react";
import { depositLimits, parseAmountCents } from "#core/money.ts";
import { moneyText } from "#web/ui/figures.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { NumberField, readNumberText } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { depositAmountError, type Deposit } from "./deposit.ts";

const suggestedDollars = ["25", "50", "100", "250"] as const;

function Suggestions(props: { chosen: string; onChoose: (dollars: string) => void }) {
  const reading = parseAmountCents(props.chosen);
  const chosenCents = reading.ok ? reading.amountCents : null;
  const chosen = suggestedDollars.find((dollars) => Number(dollars) * 100 === chosenCents) ?? null;
  return (
    <Chip.Group value={chosen} onChange={props.onChoose}>
      <Group gap="xs" role="group" aria-label="Suggested amounts">
        {suggestedDollars.map((dollars) => (
          <Chip key={dollars} value={dollars} size="sm" radius="md" variant="outline">
            ${dollars}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

export function AddFundsCard(props: { deposit: Deposit }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const { minimumCents, maximumCents } = depositLimits;
  const write = (next: string) => {
    setText(next);
    setError(null);
  };
  const choose = (dollars: string) => {
    if (input.current) input.current.value = dollars;
    write(dollars);
  };
  const submit = async () => {
    const typed = input.current ? readNumberText(input.current) : text;
    const isAccepted = await props.deposit.start(typed);
    if (isAccepted) return;
    setError(depositAmountError(typed));
    input.current?.focus();
  };
  return (
    <SectionCard
      title="Add Funds"
      description={`Pay by card, from ${moneyText(minimumCents)} to ${moneyText(maximumCents)}. Funds are available immediately.`}
    >
      <Form onSubmit={submit} label="Add Funds">
        <Stack gap="sm">
          <NumberField
            label="Amount (USD)"
            name="amount"
            min={1}
            max={10_000}
            step={0.01}
            size="lg"
            placeholder="0.00"
            unit={{ before: "$" }}
            error={error}
            ref={input}
            onText={write}
            isRequired
          />
          <Suggestions chosen={text} onChoose={choose} />
        </Stack>
        <Button
          type="submit"
          size="md"
          leftSection={<CreditCard size={18} />}
          loading={props.deposit.isProcessing}
        >
          Add Funds
        </Button>
        <Group gap={6} wrap="nowrap" c="dimmed" align="flex-start">
          <Lock size={14} aria-hidden="true" style={{ flex: "none", marginTop: 3 }} />
          <Text size="xs">
            You pay on our payment provider's secure page. We never see your card number.
          </Text>
        </Group>
      </Form>
    </SectionCard>
  );
}
