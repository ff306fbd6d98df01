import { TextInput } from "@mantine/core";
import type { Field } from "#ui/web/app-form.ts";
import { dollarSign } from "#ui/web/figures.tsx";

/** A required amount of US dollars. */
export function AmountInput(props: { field: Field; label: string }) {
  const sign = dollarSign();
  return (
    <TextInput
      {...props.field}
      label={props.label}
      required
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      maxLength={20}
      leftSection={<span aria-hidden="true">{sign}</span>}
      // In Chinese the sign is US$.
      {...(sign.length > 1 ? { leftSectionWidth: 48 } : {})}
    />
  );
}
