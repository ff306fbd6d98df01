import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { packageNumberText } from "#goods/rules/package-number.ts";
import {
  QuotaExceededCard,
  SubscriptionRequiredCard,
} from "#goods/web/packages/subscription-required-card.tsx";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { useApi } from "#shipping/web/api.ts";
import { ShipForm } from "./ship-form.tsx";
import type { ParcelChoice } from "./shipped-parcels.tsx";
import { useParcelsEstimate } from "./use-estimate.ts";

type PackedBox = NonNullable<ShelvedBox["box"]>;

/** While something that the form needs is not loaded. */
export function ShipNotLoaded({
  query,
}: {
  query: Parameters<typeof NotLoaded>[0]["query"] & { readonly error: unknown };
}) {
  return (
    <NotLoaded
      query={query}
      failure={{
        title: t("ship-requests.notLoaded"),
        description: apiErrorMessage(query.error, t("common.noDataLost")),
      }}
      lines={9}
    />
  );
}

/** Which package is used, and what that takes of the quota; nothing of one that is being sent, with which none can go. */
function usedPackageText(estimate: ParcelsEstimate): string | null {
  const { package: used, mergedPackages, remainingPackages: count, beingSent } = estimate;
  if (beingSent.some((one) => one.package.id === used?.id)) return null;
  if (used === null) return t("ship-parcels.newPackage", { count });
  return joinSentences([
    t("ship-parcels.goesWith", { package: packageNumberText(used.number) }),
    ...mergedPackages.map(({ number }) =>
      t("ship-parcels.merged", { package: packageNumberText(number) }),
    ),
  ]);
}

/** Instead of the form, where no further package can be made; the choice stays in the address. */
function QuotaExceeded() {
  const query = useQuery(useApi().plans.readSubscription.queryOptions({ input: {} }));
  if (query.data !== undefined) return <QuotaExceededCard subscription={query.data} />;
  return (
    <NotLoaded query={query} failure={{ title: t("packages.planNotLoaded") }} lines={3} isCard />
  );
}

/** The form that sends parcels, once all that it needs is loaded, or what has to be done before. */
export function ShipParcels(props: {
  choice: ParcelChoice;
  /** The package whose page this is; null: that of parcels. */
  packageId: string | null;
}) {
  const { choice, packageId } = props;
  const { goingIds, shown } = choice;
  // Where none is ticked the form still has to know to whom they would go.
  const inboundParcelIds = goingIds.length === 0 ? shown.map(({ id }) => id) : goingIds;
  const estimate = useParcelsEstimate({ inboundParcelIds });
  const extras = useQuery(useApi().extraServices.listExtraServices.queryOptions({ input: {} }));
  if (estimate.data === undefined || extras.data === undefined) {
    const query = estimate.data === undefined ? estimate : extras;
    return <ShipNotLoaded query={query} />;
  }
  const { obstacle } = estimate.data;
  if (obstacle === "subscription_required") return <SubscriptionRequiredCard />;
  if (obstacle === "quota_exceeded") return <QuotaExceeded />;
  const usedText = packageId === null ? usedPackageText(estimate.data) : null;
  return (
    <>
      {usedText === null ? null : <Text size="sm">{usedText}</Text>}
      <ShipForm
        subject={{ kind: "parcels", choice, estimate: estimate.data, packageId }}
        offered={extras.data.items}
      />
    </>
  );
}

/** The form that sends a package's packed box as it is. */
export function ShipBox(props: {
  details: OwnPackageDetails;
  shelved: ShelvedBox & { readonly box: PackedBox };
  parcels: readonly InboundParcel[];
}) {
  const { details, shelved, parcels } = props;
  const extras = useQuery(useApi().extraServices.listExtraServices.queryOptions({ input: {} }));
  if (extras.data === undefined) {
    return <ShipNotLoaded query={extras} />;
  }
  const isInBox = ({ id }: InboundParcel) => shelved.inboundParcelIds.includes(id);
  return (
    <ShipForm
      subject={{
        kind: "box",
        details,
        shelved,
        inBox: parcels.filter(isInBox),
        others: parcels.filter((parcel) => !isInBox(parcel) && parcel.state !== "departed"),
      }}
      offered={extras.data.items}
    />
  );
}
