import { Dialog } from "#web/ui/dialog.tsx";
import classes from "./shortcuts.module.css";
import { pagesByKey } from "./shortcut.ts";

/** A keyboard shortcut of the admin area. */
type Shortcut = { readonly keys: readonly string[]; readonly does: string };

/** In the order in which the help lists them. */
const shortcuts: readonly Shortcut[] = [
  { keys: ["Ctrl", "K"], does: "Find anything (⌘ K on a Mac)" },
  { keys: ["/"], does: "Find anything" },
  { keys: ["?"], does: "Show these shortcuts" },
  { keys: ["R"], does: "Refresh this page" },
  { keys: ["L"], does: "Go to the list, or to the next one" },
  { keys: ["↑", "↓"], does: "Move through the rows of a list" },
  { keys: ["Home", "End"], does: "First or last row" },
  { keys: ["Enter"], does: "Open the row" },
  ...Object.entries(pagesByKey).map(([key, { label }]) => ({
    keys: ["G", key.toUpperCase()],
    does: `Go to ${label}`,
  })),
];

export function ShortcutsDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Keyboard shortcuts" size="sm">
      <ul className={classes["shortcuts"]}>
        {shortcuts.map(({ keys, does }) => (
          <li key={keys.join(" ")}>
            <span>{does}</span>
            <span className={classes["keys"]}>
              {keys.map((key) => (
                <kbd key={key} className={classes["key"]}>
                  {key}
                </kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
