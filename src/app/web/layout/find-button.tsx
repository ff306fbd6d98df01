import Search from "lucide-react/icons/search";
import findClasses from "./find-button.module.css";
import { t } from "./messages.ts";

const shortcutKeys = "Ctrl K";

/** Opens the command palette. */
export function FindButton(props: { onClick: () => void }) {
  return (
    <button type="button" className={findClasses["findButton"]} onClick={props.onClick}>
      <Search size={16} aria-hidden="true" />
      <span>{t("layout.find")}</span>
      <kbd className={findClasses["key"]}>{shortcutKeys}</kbd>
    </button>
  );
}
