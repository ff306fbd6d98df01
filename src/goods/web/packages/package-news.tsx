import { useQuery } from "@tanstack/react-query";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { useApi } from "#goods/web/api.ts";
import { NewestCarrierEvent } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { PackageExpectation } from "./leg-list.tsx";
import { PackageStatusBadge } from "./package-cells.tsx";
import { PackageEventList } from "./package-event-list.tsx";

/** The newest that is known of a package: what its carrier reported, or else what we did, and when it is expected. */
export function PackageNews(props: { details: OwnPackageDetails }) {
  const { package: pkg, events, carrierEvents, estimates } = props.details;
  return (
    <>
      <PackageStatusBadge pkg={pkg} />
      {carrierEvents.length === 0 ? (
        <PackageEventList events={events.slice(-1)} />
      ) : (
        <NewestCarrierEvent events={carrierEvents} />
      )}
      <PackageExpectation pkg={pkg} estimates={estimates} />
    </>
  );
}

/** The same of a package that is not on the screen; nothing where it cannot be read. */
export function PackageNewsOf(props: { packageId: string }) {
  const { packageId } = props;
  const { data, isPending } = useQuery(
    useApi().packages.readPackage.queryOptions({ input: { packageId } }),
  );
  if (data !== undefined) return <PackageNews details={data} />;
  return isPending ? <LoadingLines lines={2} /> : null;
}
