import { useNavigation } from "react-router";
import progressClasses from "./navigation-progress.module.css";
import { t } from "./messages.ts";

/** Shows nothing while the router is at rest; screens that arrive at once never show it either. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      className={progressClasses["bar"]}
      role="progressbar"
      aria-label={t("layout.loadingPage")}
    />
  );
}
