import { mayOpenPage } from "#app/rules/role-pages.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import classes from "./menu.module.css";
import { pagesByKey } from "./shortcut.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";

/** A keyboard shortcut of the admin area. */
type Shortcut = { readonly keys: readonly string[]; readonly does: string };

/** In the order in which the help lists them, with the pages that the member of staff may open. */
const shortcutsFor = (member: StaffVisitor | null): readonly Shortcut[] => [
  { keys: ["Ctrl", "K"], does: t("palette.shortcut.findOnMac") },
  { keys: ["/"], does: t("layout.find") },
  { keys: ["?"], does: t("palette.shortcut.help") },
  { keys: ["R"], does: t("palette.refreshPage") },
  { keys: ["L"], does: t("palette.shortcut.list") },
  { keys: ["↑", "↓"], does: t("palette.shortcut.rows") },
  { keys: ["Home", "End"], does: t("palette.shortcut.firstOrLastRow") },
  { keys: ["Enter"], does: t("palette.shortcut.openRow") },
  ...Object.entries(pagesByKey)
    .filter(([, { to }]) => member !== null && mayOpenPage(member, to))
    .map(([key, { labelId }]) => ({
      keys: ["G", key.toUpperCase()],
      does: t("palette.goToPage", { page: t(labelId) }),
    })),
];

export function ShortcutsDialog(props: {
  staffMember: StaffVisitor | null;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("palette.keyboardShortcuts")}
      size="sm"
    >
      <ul className={classes["shortcuts"]}>
        {shortcutsFor(props.staffMember).map(({ keys, does }) => (
          <li key={keys.join(" ")}>
            <span>{does}</span>
            <span className={classes["keys"]}>
              {keys.map((key) => (
                <kbd key={key} className={classes["shortcutKey"]}>
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
