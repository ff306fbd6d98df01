import { Select, type SelectProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useFilledSelect, labelOf } from "./select-label.ts";

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
  useFilledSelect(input, props);
  return <Select {...props} ref={joined} onClick={markChoice} />;
}
