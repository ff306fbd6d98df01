/** Moves the keyboard through the rows of a table: one stop for Tab, the arrow keys for the rest. */
import { useState, type KeyboardEvent } from "react";

const typedInto = "input, textarea, select, [contenteditable='true'], [role='combobox']";
const pressed = "a[href], button:not(:disabled)";

/** Where the press leads from the row at `at`, or null for a key that moves nothing. */
function destination(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(at + 1, count - 1);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** What Enter does in a row: the first of its actions, else its first link or button. */
function mainAction(row: Element): HTMLElement | null {
  return (
    row.querySelector<HTMLElement>(`[data-actions] :is(${pressed})`) ??
    row.querySelector<HTMLElement>(pressed)
  );
}

/** Leaves alone what is meant for a field, for a menu of a row, or for a dialog that a row has opened elsewhere. */
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
 * What the body of a table and each of its rows need so that the keyboard moves through them. Tab stops at the row
 * where it was last, or the first; Enter there does what the row's first button would.
 */
export function useRowKeys(keys: readonly string[]) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && keys.includes(last) ? last : keys[0];
  return {
    body: { onKeyDown },
    row: (key: string) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setLast(key) }),
  };
}

/** Moves the keyboard to the rows of the first table, or from within a table to those of the next. */
export function focusNextTable(): void {
  const stops = [...document.querySelectorAll<HTMLElement>("main [role='row'][tabindex='0']")];
  const at = stops.findIndex(
    (stop) => stop.parentElement?.contains(document.activeElement) === true,
  );
  (stops[at + 1] ?? stops[0])?.focus();
}
