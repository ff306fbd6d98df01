import type { ComboboxData, SelectProps } from "@mantine/core";
import { useEffect, type RefObject } from "react";

/** The label of `value` in `data`, which can be grouped; empty when there is none. */
export function labelOf(data: ComboboxData | undefined, value: SelectProps["value"]): string {
  for (const item of data ?? []) {
    if (typeof item === "object" && "group" in item) {
      const label = labelOf(item.items as ComboboxData, value);
      if (label !== "") return label;
    } else if (typeof item !== "object") {
      if (item === value) return String(item);
    } else if (item.value === value) return item.label;
  }
  return "";
}

/** The value of the option that has `text` as its label or value, in any case; null when there is none. */
function valueOfText(data: ComboboxData | undefined, text: string): string | null {
  const wanted = text.trim().toLowerCase();
  for (const item of data ?? []) {
    if (typeof item === "object" && "group" in item) {
      const value = valueOfText(item.items as ComboboxData, text);
      if (value !== null) return value;
      continue;
    }
    const { value, label } =
      typeof item === "object" ? item : { value: String(item), label: String(item) };
    if ([String(value), label].some((name) => name.toLowerCase() === wanted)) return String(value);
  }
  return null;
}

/**
 * Chooses what a password manager wrote into a searchable select without an event, before its form reads its values. A
 * text that no option has chooses none.
 */
export function useFilledSelect(
  input: RefObject<HTMLInputElement | null>,
  { data, onChange, searchable }: Pick<SelectProps, "data" | "onChange" | "searchable">,
): void {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!searchable || !field || !form) return undefined;
    const read = () => {
      if (field.value === field.defaultValue) return;
      const value = valueOfText(data, field.value);
      if (value === null) onChange?.(null, null);
      else onChange?.(value, { value, label: labelOf(data, value) });
    };
    form.addEventListener("submit", read, true);
    return () => form.removeEventListener("submit", read, true);
  }, [input, data, onChange, searchable]);
}
