import type { MessageId } from "#platform/rules/messages.ts";

/** The id of the command palette's field. */
export const paletteFieldId = "palette-field";

/** The page that G followed by the key opens. */
export const pagesByKey: Readonly<Record<string, { to: string; labelId: MessageId }>> = {
  d: { to: "/admin/dashboard", labelId: "common.dashboard" },
  u: { to: "/admin/dashboard/users", labelId: "common.users" },
  s: { to: "/admin/dashboard/shipments", labelId: "layout.shipments" },
  p: { to: "/admin/dashboard/payments", labelId: "layout.payments" },
  w: { to: "/admin/dashboard/work-items", labelId: "layout.openWork" },
  a: { to: "/admin/dashboard/audit", labelId: "layout.auditLog" },
  e: { to: "/admin/dashboard/errors", labelId: "layout.errors" },
  t: { to: "/admin/dashboard/settings", labelId: "common.settings" },
};

/** What a key press means. */
export type Command =
  | { readonly kind: "find" | "help" | "refresh" | "list" }
  | { readonly kind: "go"; readonly to: string };

const afterGMilliseconds = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role='combobox']") !== null)
  );
}

/** Whether a modal dialog is open, which has the keyboard to itself. */
function isDialogOpen(): boolean {
  return document.querySelector("[role='dialog'][aria-modal='true']") !== null;
}

/**
 * Returns a function that maps key presses to commands. Keys without Ctrl or ⌘ are for admins, and are ignored while
 * somebody types or a dialog is open. A key counts as following G for 1.5 s.
 */
export function createKeyReader(isForAdmins: boolean): (event: KeyboardEvent) => Command | null {
  let gAt = Number.NEGATIVE_INFINITY;
  return (event) => {
    const key = event.key.toLowerCase();
    if (event.altKey || event.isComposing || event.repeat) return null;
    if (event.ctrlKey || event.metaKey) {
      return key === "k" && !event.shiftKey && !isDialogOpen() ? { kind: "find" } : null;
    }
    if (!isForAdmins || isTyping(event.target) || isDialogOpen()) return null;
    const isAfterG = event.timeStamp - gAt < afterGMilliseconds;
    gAt = key === "g" && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const page = isAfterG ? pagesByKey[key] : undefined;
    if (page) return { kind: "go", to: page.to };
    if (key === "?") return { kind: "help" };
    if (key === "/") return { kind: "find" };
    if (isAfterG) return null;
    if (key === "l") return { kind: "list" };
    return key === "r" ? { kind: "refresh" } : null;
  };
}

/** A key that was pressed after the palette was opened and before its field and its entries were ready. */
export type EarlyKey =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "backspace" | "escape" }
  | { readonly kind: "choice"; readonly code: string };

const choiceKeys: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "Enter"]);

/** Null for keys that mean nothing to the palette, and for those that its field handles itself. */
export function readEarlyKey(event: KeyboardEvent): EarlyKey | null {
  if (event.target instanceof HTMLElement && event.target.id === paletteFieldId) {
    const isReady = event.target.dataset["ready"] === "yes" || !choiceKeys.has(event.key);
    return isReady ? null : { kind: "choice", code: event.key };
  }
  // AltGr types characters and is reported as Ctrl and Alt on Windows.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (isCommand || event.isComposing) return null;
  if ([...event.key].length === 1) return { kind: "character", character: event.key };
  if (event.key === "Backspace") return { kind: "backspace" };
  if (event.key === "Escape") return { kind: "escape" };
  return choiceKeys.has(event.key) && !event.repeat ? { kind: "choice", code: event.key } : null;
}
