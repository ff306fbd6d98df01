import {
  defaultOptionsFilter,
  isOptionsGroup,
  Select,
  type OptionsFilter,
  type SelectProps,
} from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useFilledSelect, labelOf } from "./select-label.ts";

/** What begins with the typed text comes first, since Enter takes the first: "Ind" is India before British Indian Ocean. */
const beginningsFirst: OptionsFilter = (input) => {
  // Its type does not say that the values are the texts that they were.
  const found = defaultOptionsFilter(input) as ReturnType<OptionsFilter>;
  const begins = (option: (typeof found)[number]) =>
    !isOptionsGroup(option) &&
    option.label.toLowerCase().startsWith(input.search.trim().toLowerCase());
  return found.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
};

/** How far the label and the description of a field reach above it. */
function pixelsAbove(field: HTMLInputElement | null): number {
  const whole = field?.closest(".mantine-InputWrapper-root");
  if (!field || !whole) return 0;
  return Math.ceil(field.getBoundingClientRect().top - whole.getBoundingClientRect().top);
}

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
  const [, setOpenings] = useState(0);
  const [position, setPosition] = useState("bottom");
  const [labelPixels, setLabelPixels] = useState(0);
  return (
    <Select
      filter={beginningsFirst}
      selectFirstOptionOnChange={props.searchable ?? false}
      // The list scrolls by itself: a part of it that scrolls would have to be reached by the keyboard.
      withScrollArea={false}
      styles={{
        options: { maxHeight: "13.75rem", overflowY: "auto" },
        // A list that opens upwards leaves the label in sight.
        dropdown: position.startsWith("top") ? { translate: `0 -${labelPixels}px` } : {},
      }}
      {...props}
      comboboxProps={{ shadow: "md", ...props.comboboxProps, onPositionChange: setPosition }}
      ref={joined}
      onClick={markChoice}
      onDropdownOpen={() => {
        props.onDropdownOpen?.();
        setLabelPixels(pixelsAbove(input.current));
        // Only a field that is rendered again once its list is in the page refers to it (aria-controls).
        requestAnimationFrame(() => setOpenings((count) => count + 1));
      }}
    />
  );
}
