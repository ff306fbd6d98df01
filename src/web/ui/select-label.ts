import type { ComboboxData, SelectProps } from "@mantine/core";

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
