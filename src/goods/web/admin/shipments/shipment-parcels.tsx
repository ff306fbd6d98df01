import { useQuery } from "@tanstack/react-query";
import { useApi } from "#goods/web/api.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import { Code } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/not-loaded.tsx";
import { t } from "./details-messages.ts";

/** The parcels that a package gathers; only the customer moves them. */
export function ShipmentParcels(props: { packageId: string }) {
  const query = useQuery(
    useApi().inboundParcels.listShipmentParcels.queryOptions({
      input: { packageId: props.packageId },
    }),
  );
  if (query.data === undefined) {
    const failure = { title: t("admin-shipment-details.parcelsNotLoaded") };
    return <NotLoaded query={query} failure={failure} lines={2} />;
  }
  return (
    <ParcelLines>
      {query.data.items.map((parcel) => (
        <ParcelLine key={parcel.id} parcel={parcel} number={<Code>{parcelName(parcel)}</Code>} />
      ))}
    </ParcelLines>
  );
}
