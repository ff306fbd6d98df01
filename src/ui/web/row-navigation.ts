/** Keyboard navigation between the rows of a table: one Tab stop, arrow keys between rows. */
import { useState, type KeyboardEvent } from "react";

const typedInto = "input, textarea, select, [contenteditable='true'], [role='combobox']";
const pressed = "a[href], button:not(:disabled)";

/** The index of the row that the key moves to from row `at`, or null for other keys. */
function destination(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(at + 1, count - 1);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** The element that Enter clicks in a row: its first action, else its first link or button. */
function mainAction(row: Element): HTMLElement | null {
  return (
    row.querySelector<HTMLElement>(`[data-actions] :is(${pressed})`) ??
    row.querySelector<HTMLElement>(pressed)
  );
}

/** False for keys in a field, in a menu of a row, or in a dialog that a row has opened. */
function isMeantForRows(event: KeyboardEvent<HTMLElement>): boolean {
  const { target } = event;
  return (
    !event.defaultPrevented &&
    !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
    target instanceof Element &&
    event.currentTarget.contains(target) &&
    target.closest(`${typedInto}, [aria-haspopup], [role='menu']`) === null
  );
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  if (!isMeantForRows(event)) return;
  const rows = [...event.currentTarget.children];
  const at = rows.findIndex((row) => row.contains(event.target as Element));
  const row = rows[at];
  if (row === undefined) return;
  if (event.key === "Enter" && event.target === row) {
    event.preventDefault();
    mainAction(row)?.click();
    return;
  }
  const next = destination(event.key, at, rows.length);
  if (next === null) return;
  event.preventDefault();
  (rows[next] as HTMLElement).focus();
}

/**
 * The properties of a table's body and rows for keyboard navigation. Tab stops at the last focused row, or the first;
 * Enter clicks the row's first action.
 */
export function useRowNavigation(keys: readonly string[]) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && keys.includes(last) ? last : keys[0];
  return {
    body: { onKeyDown },
    row: (key: string) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setLast(key) }),
  };
}

/** Focuses the rows of the first table, or from within a table those of the next. */
export function focusNextTable(): void {
  const stops = [...document.querySelectorAll<HTMLElement>("main [role='row'][tabindex='0']")];
  const at = stops.findIndex(
    (stop) => stop.parentElement?.contains(document.activeElement) === true,
  );
  (stops[at + 1] ?? stops[0])?.focus();
}
