import { TextInput } from "@mantine/core";
import { useEffect, useRef, type InputEvent, type ReactNode } from "react";
import type { Field } from "./app-form.ts";
import { readInputText } from "./field-rules.ts";
import classes from "./controls.module.css";

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
 * A number field without validation: `min`, `max` and `step` only affect the arrow keys. Its text is as `readInputText`
 * returns it; the input keeps what the browser does not reveal.
 */
export function NumberField(props: {
  field: Field;
  label: string;
  min: number;
  max?: number;
  step: number;
  description?: ReactNode;
  placeholder?: string;
  isRequired?: boolean;
  unit?: { before?: string; after?: string };
  size?: "sm" | "lg";
}) {
  const { value, onChange, ...field } = props.field;
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (input.current && shown.current !== value) input.current.value = value;
    shown.current = value;
  }, [value]);
  return (
    <TextInput
      {...field}
      ref={input}
      defaultValue={value}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      className={classes["numberInput"] ?? ""}
      label={props.label}
      min={props.min}
      {...(props.max === undefined ? {} : { max: props.max })}
      step={props.step}
      size={props.size ?? "sm"}
      description={props.description}
      placeholder={props.placeholder}
      withAsterisk={props.isRequired ?? false}
      leftSection={props.unit?.before}
      // In Chinese the sign of dollars is US$.
      {...((props.unit?.before?.length ?? 0) > 1 ? { leftSectionWidth: 48 } : {})}
      rightSection={props.unit?.after}
      onChange={(event) => {
        shown.current = readInputText(event.currentTarget);
        onChange(shown.current);
      }}
      onBeforeInput={writePointForComma}
      // Scrolling over a focused field would otherwise change its value.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
