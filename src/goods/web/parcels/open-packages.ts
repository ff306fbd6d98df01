import { useQuery } from "@tanstack/react-query";
import type { ListedPackage, Package } from "#goods/contract/packages.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useApi } from "#goods/web/api.ts";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";
import { t } from "./package-messages.ts";

const newestActive = { tab: "active", page: 1, pageSize: 100 } as const;

/** The own packages that take parcels, newest first. */
export function useOpenPackages(): {
  readonly packages: readonly ListedPackage[] | undefined;
  readonly error: unknown;
} {
  const { data, error } = useQuery(
    useApi().packages.listPackages.queryOptions({ input: newestActive }),
  );
  return { packages: data?.items.filter(isOpenForParcels), error };
}

/** A package as the option of a select. */
export function packageOption(pkg: Package) {
  const label = t("package-parcels.option", {
    trackingNumber: pkg.trackingNumber,
    destination: placeName(pkg.destination),
    count: pkg.parcelsCount,
  });
  return { value: pkg.id, label };
}
