import type { SelectProps } from "@mantine/core";
import { useEffect, type RefObject } from "react";
import { labelOf, valueOfText } from "./select-label.ts";

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
