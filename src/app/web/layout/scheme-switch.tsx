import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import classes from "./every-page.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * Follows the system's color scheme until it is first used. On public pages, which load no application, the document
 * script handles clicks on `data-scheme-switch`.
 */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return (
    <button
      type="button"
      className={classes["switch"]}
      data-scheme-switch
      aria-label={t("layout.switchScheme")}
      onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
    >
      <Moon size={18} className={classes["moon"]} aria-hidden="true" />
      <Sun size={18} className={classes["sun"]} aria-hidden="true" />
    </button>
  );
}
