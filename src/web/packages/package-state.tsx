import type { Package } from "#contract/packages.ts";
import { stageText } from "#web/i18n/stage-text.ts";
import classes from "./package-state.module.css";
import { PackageStatusBadge } from "./package-status-badge.tsx";

type Staged = Pick<Package, "stage" | "parcelsCount" | "parcelsHereCount">;

/** The sentence about a package's parcels. */
export function PackageStage(props: { pkg: Staged }) {
  const text = stageText(props.pkg);
  if (text === null) return null;
  const isInbound = props.pkg.stage !== "on_the_way";
  return (
    <span className={classes["stage"]} data-inbound={isInbound}>
      {text}
    </span>
  );
}

/** The status of a package, and where its parcels are. */
export function PackageState(props: { pkg: Staged & Pick<Package, "status"> }) {
  return (
    <span className={classes["state"]}>
      <PackageStatusBadge status={props.pkg.status} />
      <PackageStage pkg={props.pkg} />
    </span>
  );
}
