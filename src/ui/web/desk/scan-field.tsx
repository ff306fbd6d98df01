import { TextInput } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { useEffect, useRef, type KeyboardEvent as FieldEvent, type RefObject } from "react";
import classes from "./desk.module.css";

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
function useDeskField(
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
    const onKeyDown = (event: KeyboardEvent) => {
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

/** Nobody presses two keys within so short a time, but a scanner sends the second one of a pair. */
const pairMilliseconds = 30;

/** Weights, sides and commands are shorter or have blanks: people type them, with two keys of their own. */
const scanShape = /^\S{6,}$/;

/** Ctrl with these letters is a line feed, a carriage return and a tab, as scanners send control characters. */
const controlLetters = "jmi";

function isScanEnd(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (altKey || metaKey || event.isComposing) return false;
  if (ctrlKey) return key.length === 1 && controlLetters.includes(key.toLowerCase());
  return key === "Enter" || (key === "Tab" && !shiftKey);
}

/**
 * Empties the field and calls `onLine` with its text at each Enter, and at each tab, carriage return and line feed behind
 * a text, however a scanner sends them: as keys, or as characters within a text that is inserted at once. The second one
 * of a pair is left out, and a tab in an empty field leaves it.
 */
function useScanEnds(
  field: RefObject<HTMLInputElement | null>,
  onLine: (text: string) => void,
): void {
  const latest = useRef(onLine);
  useEffect(() => {
    latest.current = onLine;
  });
  useEffect(() => {
    const input = field.current;
    if (input === null) return undefined;
    let endedAt = Number.NEGATIVE_INFINITY;
    const take = (text: string, at: number) => {
      endedAt = scanShape.test(text.trim()) ? at : Number.NEGATIVE_INFINITY;
      input.value = "";
      latest.current(text);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isScanEnd(event)) return;
      const isEmpty = input.value === "";
      const isSecond = isEmpty && event.timeStamp - endedAt < pairMilliseconds;
      if (isEmpty && !isSecond && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (!isSecond) take(input.value, event.timeStamp);
    };
    const onBeforeInput = (event: InputEvent) => {
      // Browsers would take line ends out, so that two numbers became one.
      const inserted = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
      if (!/[\t\r\n]/.test(inserted)) return;
      event.preventDefault();
      const { value, selectionStart, selectionEnd } = input;
      const [before, after] = [
        value.slice(0, selectionStart ?? undefined),
        value.slice(selectionEnd ?? value.length),
      ];
      const lines = (before + inserted + after).split(/[\t\r\n]+/);
      const rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") take(line, event.timeStamp);
      input.value = rest;
    };
    input.addEventListener("keydown", onKeyDown);
    input.addEventListener("beforeinput", onBeforeInput);
    return () => {
      input.removeEventListener("keydown", onKeyDown);
      input.removeEventListener("beforeinput", onBeforeInput);
    };
  }, [field]);
}

/**
 * The one field of a desk, for what a scanner, a keyboard or a phone types. Escape empties it.
 * @param props.onLine gets each scan and each line.
 * @param props.onEmptyKey gets a key that is pressed in the empty field, and returns what the field shows then; null leaves the key to the field.
 * @param props.field for a desk that returns the focus itself.
 */
export function ScanField(props: {
  label: string;
  description: string;
  onLine: (text: string) => void;
  onEmptyKey?: (key: string, at: number) => string | null;
  field?: RefObject<HTMLInputElement | null>;
}) {
  const own = useRef<HTMLInputElement>(null);
  const { label, description, onLine, onEmptyKey, field = own } = props;
  useDeskField(field, onLine);
  const onKeyDown = (event: FieldEvent<HTMLInputElement>) => {
    const { key, timeStamp, currentTarget: input, ctrlKey, metaKey, altKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey) return;
    if (input.value !== "") {
      if (key === "Escape") input.value = "";
      return;
    }
    const text = onEmptyKey?.(key, timeStamp) ?? null;
    if (text === null) return;
    event.preventDefault();
    input.value = text;
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={classes["field"]}
      label={label}
      description={description}
      leftSection={<ScanLine size={22} aria-hidden="true" />}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={300}
      onKeyDown={onKeyDown}
    />
  );
}
