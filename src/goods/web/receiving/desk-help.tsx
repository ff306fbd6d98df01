import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const entries = [
  ["1.25", "weight"],
  ["40 30 25", "sides"],
  ["S7K3-2QX", "memberCode"],
  ["SHELF:A-03-2", "location"],
  ["?", "noLabel"],
  ["B D G", "marks"],
  ["N …", "note"],
  ["␣", "photo"],
  ["Enter", "save"],
  ["Enter", "move"],
  ["Esc", "setAside"],
  ["Tab", "leave"],
] as const;

/** All that can be typed into the field, and how to leave it. */
export function DeskHelp() {
  return (
    <details className={classes["help"]}>
      <summary>{t("receiving.help.title")}</summary>
      <dl className={classes["helpList"]}>
        {entries.map(([typed, name]) => (
          <div key={name}>
            <dt>
              <kbd className={classes["key"]}>{typed}</kbd>
            </dt>
            <dd>{t(`receiving.help.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t("receiving.helpScan")}</p>
    </details>
  );
}
