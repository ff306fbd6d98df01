import { TextInput } from "@mantine/core";
import type { Ref } from "react";

/** Accepts any tracking number; a possible typo is only a hint. */
export function NumberInput({
  ref,
  ...props
}: {
  text: string;
  isMistyped: boolean;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
  onText: (text: string) => void;
}) {
  return (
    <TextInput
      label="Tracking number"
      name="trackingNumber"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      placeholder="For example RA123456785HK"
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        props.isMistyped ? "Please check this number. It may contain a typo." : undefined
      }
      error={props.error}
      ref={ref}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
    />
  );
}
