/** The field for an amount or a weight: digits exactly as typed, arrows for steps, nothing rounded. */
import { TextInput } from "@mantine/core";
import type { InputEvent, ReactNode, Ref } from "react";
import classes from "./number-field.module.css";

/** What a browser hides of a text that is no number; no reader of numbers takes it for one. */
const unreadable = "?";

/** The text of a number field as typed, or one that reads as no number where the browser withholds it. */
export function readNumberText(input: HTMLInputElement): string {
  return input.validity.badInput ? unreadable : input.value;
}

/** Whether numbers are written with a comma before their decimals where the browser comes from. */
function readsComma(): boolean {
  return (0.5).toLocaleString(navigator.language).includes(",");
}

/**
 * Puts a point where somebody types a comma that the browser would drop: 1,5 would become 15. What a comma before
 * thousands makes of it has a decimal too many for an amount, and is refused.
 */
function writePointForComma(event: InputEvent<HTMLInputElement>): void {
  if (!event.data.includes(",") || readsComma()) return;
  event.preventDefault();
  document.execCommand("insertText", false, event.data.replaceAll(",", "."));
}

/**
 * A number field that leaves judging to its reader: `min`, `max` and `step` guide the arrows alone.
 * It keeps its own text; `onText` tells every change of it, as `readNumberText` reads it.
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
      // Scrolling past a focused field would otherwise change its number unseen.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
