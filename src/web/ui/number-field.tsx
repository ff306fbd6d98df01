import { TextInput } from "@mantine/core";
import type { InputEvent, ReactNode, Ref } from "react";
import classes from "./number-field.module.css";

/** Stands for input that the browser does not reveal because it is not a number; no parser accepts it. */
const unreadable = "?";

/** The text of a number input, or a text that no parser accepts when the input is not a number. */
export function readNumberText(input: HTMLInputElement): string {
  return input.validity.badInput ? unreadable : input.value;
}

/** Whether the browser's locale uses a decimal comma. */
function readsComma(): boolean {
  return (0.5).toLocaleString(navigator.language).includes(",");
}

/**
 * Replaces a typed comma, which the browser would drop, by a point: 1,5 would become 15. A comma used as thousands
 * separator results in three decimals, which amounts reject.
 */
function writePointForComma(event: InputEvent<HTMLInputElement>): void {
  if (!event.data.includes(",") || readsComma()) return;
  event.preventDefault();
  document.execCommand("insertText", false, event.data.replaceAll(",", "."));
}

/**
 * A number field without validation: `min`, `max` and `step` only affect the arrow keys. It keeps its own text and calls
 * `onText` with every change, as `readNumberText` returns it.
 */
export function NumberField({
  ref,
  ...props
}: {
  label: string;
  min: number;
  max?: number;
  step: number;
  name: string;
  ref?: Ref<HTMLInputElement>;
  onText?: (text: string) => void;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  isRequired?: boolean;
  unit?: { before?: string; after?: string };
  size?: "sm" | "lg";
}) {
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      autoComplete="off"
      className={classes["input"] ?? ""}
      label={props.label}
      name={props.name}
      min={props.min}
      {...(props.max === undefined ? {} : { max: props.max })}
      step={props.step}
      ref={ref}
      size={props.size ?? "sm"}
      description={props.description}
      placeholder={props.placeholder}
      error={props.error}
      withAsterisk={props.isRequired ?? false}
      leftSection={props.unit?.before}
      rightSection={props.unit?.after}
      onChange={(event) => props.onText?.(readNumberText(event.currentTarget))}
      onBeforeInput={writePointForComma}
      // Scrolling over a focused field would otherwise change its value.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
