/** The field of a tracking number to look up. */
import { TextInput } from "@mantine/core";
import type { Ref } from "react";

/** Takes any number; one that looks mistyped is pointed out, and looked up all the same. */
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
      placeholder="Such as RA123456785HK"
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={props.isMistyped ? "Please check this number: it looks mistyped." : undefined}
      error={props.error}
      ref={ref}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
    />
  );
}
