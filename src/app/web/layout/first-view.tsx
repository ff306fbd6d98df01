import { PageLoader } from "#ui/web/loading-state.tsx";
import classes from "./first-view.module.css";
import { ShellSkeleton } from "./shell-skeleton.tsx";

/** Part of the application's document, and therefore shown before any script has run. */
export function FirstView() {
  return (
    <>
      <div className={classes["shell"]}>
        <ShellSkeleton />
      </div>
      <div className={classes["other"]}>
        <PageLoader />
      </div>
    </>
  );
}
