/** The select field with its list, loaded once the screen around it is drawn. */
import { Select, type SelectProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { labelOf } from "./select-label.ts";

/** @param takesOver how the field that stood here before was left: untouched, with the keyboard in it, or pressed. */
export function SelectList({
  takesOver,
  ref,
  ...props
}: SelectProps & { takesOver: "untouched" | "focused" | "pressed" }) {
  const input = useRef<HTMLInputElement>(null);
  const joined = useMergedRef(input, ref);
  // Whoever types next means another choice, not more letters of this one; what is typed already stays.
  const markChoice = () => {
    const field = input.current;
    if (props.searchable && field?.value === labelOf(props.data, props.value)) field.select();
  };
  useEffect(() => {
    if (takesOver === "untouched") return undefined;
    input.current?.focus();
    markChoice();
    if (takesOver === "focused") return undefined;
    // The press that the field before could not answer. Opened before its list is in the page, which takes a frame, the
    // field would say that it is closed.
    const frame = requestAnimationFrame(() => input.current?.click());
    return () => cancelAnimationFrame(frame);
    // Only what stood here before this field decides, not what happens to it afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <Select {...props} ref={joined} onClick={markChoice} />;
}
