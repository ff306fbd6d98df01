import { Select, type SelectProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { labelOf, valueOfText } from "./select-label.ts";

/** @param props.takesOver the state of the field that this one replaces: untouched, focused, or pressed. */
export function SelectList({
  takesOver,
  ref,
  ...props
}: SelectProps & { takesOver: "untouched" | "focused" | "pressed" }) {
  const input = useRef<HTMLInputElement>(null);
  const joined = useMergedRef(input, ref);
  // The next key press must start a new search instead of appending to the label; text typed before stays.
  const markChoice = () => {
    const field = input.current;
    if (props.searchable && field?.value === labelOf(props.data, props.value)) field.select();
  };
  useEffect(() => {
    if (takesOver === "untouched") return undefined;
    input.current?.focus();
    markChoice();
    if (takesOver === "focused") return undefined;
    // Handles the press on the replaced field. The list needs a frame to be in the page; opened earlier, the field would
    // report itself as closed.
    const frame = requestAnimationFrame(() => input.current?.click());
    return () => cancelAnimationFrame(frame);
    // Depends only on the replaced field, not on later changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const { data, onChange } = props;
  // Before the form reads its values. Password managers write into the field without an event.
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return undefined;
    const read = () => {
      if (field.readOnly || field.value === field.defaultValue) return;
      const value = valueOfText(data, field.value);
      if (value !== null) onChange?.(value, { value, label: labelOf(data, value) });
    };
    form.addEventListener("submit", read, true);
    return () => form.removeEventListener("submit", read, true);
  }, [data, onChange]);
  return <Select {...props} ref={joined} onClick={markChoice} />;
}
