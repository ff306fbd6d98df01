import { useQuery } from "@tanstack/react-query";
import { useAction } from "#ui/web/action.ts";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ListedPackage, Package } from "#goods/contract/packages.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { packageName } from "#goods/rules/package-number.ts";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";

type Move = {
  readonly ids: readonly string[];
  /** Null takes them out of theirs. */
  readonly pkg: { readonly id: string; readonly trackingNumber: string } | null;
};

/** Moves parcels and shows whether it worked, which `move` returns. */
export function useParcelMoves() {
  const client = useApiClient();
  const { run, isRunning } = useAction(
    {
      mutationFn: ({ ids, pkg }: Move) =>
        client.inboundParcels.moveInboundParcels({
          inboundParcelIds: [...ids],
          packageId: pkg?.id ?? null,
        }),
    },
    {
      done: (_, { ids: { length: count }, pkg }) =>
        pkg === null
          ? {
              title: t("package-parcels.takenOut", { count }),
              description: t("package-parcels.takenOutText"),
            }
          : {
              title: t("package-parcels.moved", { count, trackingNumber: pkg.trackingNumber }),
            },
      failed: () => t("package-parcels.notMoved"),
    },
  );
  const move = (ids: Move["ids"], pkg: Move["pkg"]) => run({ ids, pkg });
  return { move, isMoving: isRunning };
}

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
    trackingNumber: packageName(pkg.number, pkg.trackingNumber),
    destination: placeName(pkg.destination),
    count: pkg.parcelsCount,
  });
  return { value: pkg.id, label };
}
