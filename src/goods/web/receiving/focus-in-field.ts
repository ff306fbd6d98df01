import { useEffect, type RefObject } from "react";
import { useScanEnds } from "./use-scan-ends.ts";

/** Elements that need the focus themselves; a switch does not keep it from the field. */
const ownFocus =
  "input:not([type=checkbox], [type=radio]), textarea, select, summary, a[href], [contenteditable], [role=dialog], [role=listbox], [role=combobox]";

function isTouchScreen(): boolean {
  // A focused field covers half of a phone with its keyboard.
  return window.matchMedia("(pointer: coarse)").matches;
}

/**
 * Keeps the focus in the field from the beginning: it returns after a click elsewhere, and what a scanner types while a button has the focus
 * goes into the field. Tab leaves the empty field as any other. `onLine` gets each scan and each line that is typed.
 */
export function useDeskField(
  field: RefObject<HTMLInputElement | null>,
  onLine: (text: string) => void,
): void {
  useScanEnds(field, onLine);
  useEffect(() => {
    if (!isTouchScreen()) field.current?.focus();
  }, [field]);
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
