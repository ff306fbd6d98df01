import type { Package } from "#goods/contract/packages.ts";
import { Link } from "react-router";
import { stageText } from "#goods/web/i18n/stage-text.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { t } from "#ui/web/i18n/messages.tsx";
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
 * @param props.ship leads to where the package can be sent; not shown on a phone, where the details have it.
 */
export function PackageState(props: {
  pkg: Staged & Pick<Package, "status" | "legs">;
  ship?: { readonly path: string; readonly label: string };
}) {
  const { ship } = props;
  const hasWarehouse = useHasWarehouse();
  return (
    <span className={classes["state"]}>
      <PackageStatusBadge pkg={props.pkg} />
      <PackageStage pkg={props.pkg} />
      {ship === undefined || !hasWarehouse ? null : (
        <Link className={classes["ship"]} to={ship.path} aria-label={ship.label}>
          {t("packages.ship")}
        </Link>
      )}
    </span>
  );
}
