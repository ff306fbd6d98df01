import { useParams } from "react-router";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";

const ParcelDetails = earlyPart(async () => (await import("./parcel-details.tsx")).ParcelDetails);

export const handle: PageHandle = { firstParts: ["goods/web/parcels/parcel-details.tsx"] };

export default function ParcelPage() {
  const { inboundParcelId = "" } = useParams();
  return (
    <LazyPart fallback={<LoadingCard lines={9} />}>
      <ParcelDetails key={inboundParcelId} inboundParcelId={inboundParcelId} />
    </LazyPart>
  );
}
