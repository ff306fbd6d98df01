import { Dialog } from "#web/ui/dialog.tsx";
import classes from "./shortcuts.module.css";
import { shortcuts } from "./shortcut.ts";

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
