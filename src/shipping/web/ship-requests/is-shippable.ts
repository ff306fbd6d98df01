import type { Package } from "#goods/contract/packages.ts";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";

/** Whether the customer can have a package sent: something of it is here, and nothing was requested yet. */
export function isShippable(pkg: Pick<Package, "origin" | "stage" | "parcelsHereCount">): boolean {
  return isOpenForParcels(pkg) && pkg.parcelsHereCount > 0;
}
