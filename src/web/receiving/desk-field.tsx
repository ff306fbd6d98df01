import { TextInput } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { memo, useEffect, type KeyboardEvent, type RefObject } from "react";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

/** Elements that need the focus themselves; a switch does not keep it from the field. */
const ownFocus =
  "input:not([type=checkbox], [type=radio]), textarea, select, summary, a[href], [contenteditable], [role=dialog], [role=listbox], [role=combobox]";

function isTouchScreen(): boolean {
  // A focused field covers half of a phone with its keyboard.
  return window.matchMedia("(pointer: coarse)").matches;
}

/**
 * Keeps the focus in the field: it returns after a click elsewhere, and what a scanner types while a button has the focus
 * goes into the field. Tab leaves the field as any other.
 */
function useFocusInField(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onClick = ({ target, detail }: MouseEvent) => {
      // A button pressed by keyboard keeps the focus.
      const isPointer = detail > 0;
      const isOwn = target instanceof Element && target.closest(ownFocus) !== null;
      const isSelecting = (getSelection()?.toString() ?? "") !== "";
      if (isPointer && !isOwn && !isSelecting && !isTouchScreen()) field.current?.focus();
    };
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      const isElsewhere = !(target instanceof Element) || target.closest(ownFocus) === null;
      if (!isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
      if (key === "Escape" || (key.length === 1 && key !== " ")) field.current?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKeyDown, true);
    };
  }, [field]);
}

/** The one field of the desk, for scans, numbers and commands. */
export const DeskField = memo(function DeskField(props: {
  isOpen: boolean;
  dispatch: Desk["dispatch"];
  press: Desk["press"];
  field: RefObject<HTMLInputElement | null>;
}) {
  const { isOpen, dispatch, press, field } = props;
  useFocusInField(field);
  useEffect(() => {
    if (!isTouchScreen()) field.current?.focus();
  }, [field]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      const text = input.value;
      input.value = "";
      dispatch({ kind: "line", text });
      return;
    }
    if (event.key === "Escape") {
      if (input.value === "") dispatch({ kind: "escape" });
      else input.value = "";
      return;
    }
    if (input.value !== "") return;
    const text = press(event.key, event.timeStamp);
    if (text === null) return;
    event.preventDefault();
    input.value = text;
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={classes["field"]}
      label={t(isOpen ? "receiving.field.open" : "receiving.field.idle")}
      description={t(isOpen ? "receiving.field.openHint" : "receiving.field.idleHint")}
      leftSection={<ScanLine size={22} aria-hidden="true" />}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={300}
      onKeyDown={onKeyDown}
    />
  );
});
