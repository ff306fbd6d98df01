import type { Package } from "#goods/contract/packages.ts";

/** Whether parcels can be put into a package: it starts before our warehouse and has neither left it nor ended. */
export function isOpenForParcels(pkg: Pick<Package, "origin" | "stage">): boolean {
  return pkg.origin !== "Singapore" && (pkg.stage === "gathering" || pkg.stage === "ready");
}
