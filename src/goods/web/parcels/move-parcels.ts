import { useMutation, useQueryClient, useQuery } from "@tanstack/react-query";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ListedPackage, Package } from "#goods/contract/packages.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";

/** Reads parcels and packages again after parcels have moved. */
export function useParcelsRefresh(): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: api.inboundParcels.key() });
    void queryClient.invalidateQueries({ queryKey: api.packages.key() });
  };
}

/** Moves parcels and shows whether it worked; `move` rejects where it did not. */
export function useParcelMoves() {
  const api = useApi();
  const refresh = useParcelsRefresh();
  const moving = useMutation(api.inboundParcels.moveInboundParcels.mutationOptions());
  const move = async (
    inboundParcelIds: readonly string[],
    pkg: { readonly id: string; readonly trackingNumber: string } | null,
  ) => {
    const count = inboundParcelIds.length;
    try {
      await moving.mutateAsync({
        inboundParcelIds: [...inboundParcelIds],
        packageId: pkg?.id ?? null,
      });
      const { trackingNumber } = pkg ?? {};
      showToast({
        title:
          pkg === null
            ? t("package-parcels.takenOut", { count })
            : t("package-parcels.moved", { count, trackingNumber }),
        ...(pkg === null ? { description: t("package-parcels.takenOutText") } : {}),
        kind: "success",
        place: "parcels",
      });
    } catch (error) {
      showToast({
        title: t("package-parcels.notMoved"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "parcels",
      });
      throw error;
    } finally {
      refresh();
    }
  };
  return { move, isMoving: moving.isPending };
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
    trackingNumber: pkg.trackingNumber,
    destination: placeName(pkg.destination),
    count: pkg.parcelsCount,
  });
  return { value: pkg.id, label };
}
