/** The keys of the office: what they do, and when a press is meant for them. */

export type Shortcut = { readonly keys: readonly string[]; readonly does: string };

/** Where the letter after G leads. */
export const placesByLetter: Readonly<Record<string, { to: string; label: string }>> = {
  d: { to: "/admin/dashboard", label: "Dashboard" },
  u: { to: "/admin/dashboard/users", label: "Users" },
  s: { to: "/admin/dashboard/shipments", label: "Shipments" },
  p: { to: "/admin/dashboard/payments", label: "Payments" },
  w: { to: "/admin/dashboard/waiting", label: "Waiting" },
  a: { to: "/admin/dashboard/audit", label: "Audit log" },
  e: { to: "/admin/dashboard/errors", label: "Errors" },
  t: { to: "/admin/dashboard/settings", label: "Settings" },
};

/** Every shortcut, in the order in which they are listed. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ["Ctrl", "K"], does: "Find anything (⌘ K on a Mac)" },
  { keys: ["/"], does: "Find anything" },
  { keys: ["?"], does: "Show these shortcuts" },
  { keys: ["R"], does: "Refresh what is shown" },
  { keys: ["L"], does: "Go to the list, or to the next one" },
  { keys: ["↑", "↓"], does: "Move through the rows of a list" },
  { keys: ["Home", "End"], does: "First or last row" },
  { keys: ["Enter"], does: "Open the row" },
  ...Object.entries(placesByLetter).map(([letter, { label }]) => ({
    keys: ["G", letter.toUpperCase()],
    does: `Go to ${label}`,
  })),
];

/** What a press asks for. */
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

/** Whether something lies over the page that has the keyboard to itself. */
function isCovered(): boolean {
  return document.querySelector("[role='dialog'][aria-modal='true']") !== null;
}

/**
 * Tells the command of each press. Keys without Ctrl or ⌘ mean nothing while somebody types or a dialog is open. A
 * letter belongs to the G before it for a moment.
 */
export function createKeyReader(): (event: KeyboardEvent) => Command | null {
  let gAt = Number.NEGATIVE_INFINITY;
  return (event) => {
    const key = event.key.toLowerCase();
    if (event.altKey || event.isComposing || event.repeat) return null;
    if (event.ctrlKey || event.metaKey) {
      return key === "k" && !event.shiftKey && !isCovered() ? { kind: "find" } : null;
    }
    if (isTyping(event.target) || isCovered()) return null;
    const isAfterG = event.timeStamp - gAt < afterGMilliseconds;
    gAt = key === "g" && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const place = isAfterG ? placesByLetter[key] : undefined;
    if (place) return { kind: "go", to: place.to };
    if (key === "?") return { kind: "help" };
    if (key === "/") return { kind: "find" };
    if (isAfterG) return null;
    if (key === "l") return { kind: "list" };
    return key === "r" ? { kind: "refresh" } : null;
  };
}
