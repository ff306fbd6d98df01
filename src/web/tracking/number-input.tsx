import { TextInput } from "@mantine/core";
import type { Field } from "#web/ui/app-form.ts";

/** Accepts any tracking number; a possible typo is only a hint. */
export function NumberInput(props: { field: Field; isMistyped: boolean }) {
  return (
    <TextInput
      {...props.field}
      label="Tracking number"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      placeholder="For example RA123456785HK"
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        props.isMistyped ? "Please check this number. It may contain a typo." : undefined
      }
    />
  );
}
