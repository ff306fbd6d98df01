import type { Package } from "#goods/contract/packages.ts";
import type { Elements } from "#ui/web/elements.ts";
import { stageText } from "#goods/web/i18n/stage-text.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import classes from "./package-cells.module.css";
import { PackageStatusBadge } from "./package-cells.tsx";

type Staged = Pick<Package, "stage" | "parcelsCount" | "parcelsHereCount">;

/** The sentence about a package's parcels, or about its ship request. */
export function PackageStage(props: { pkg: Staged; reader?: "customer" | "staff" }) {
  const hasWarehouse = useHasWarehouse();
  const text = stageText(props.pkg, props.reader);
  if (text === null || !hasWarehouse) return null;
  return (
    <span
      className={classes["stage"]}
      data-waits={props.pkg.stage === "waiting_for_customer" || undefined}
    >
      {text}
    </span>
  );
}

/**
 * The status of a package, and where its parcels are.
 * @param props.step the next step; not shown on a phone, where the details have it.
 */
export function PackageState(props: {
  pkg: Staged & Pick<Package, "status" | "legs">;
  step?: Elements;
}) {
  return (
    <span className={classes["state"]}>
      <PackageStatusBadge pkg={props.pkg} />
      <PackageStage pkg={props.pkg} />
      {props.step}
    </span>
  );
}
