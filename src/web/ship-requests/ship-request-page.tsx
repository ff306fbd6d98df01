import { useParams } from "react-router";
import type { PageHandle } from "#web/early-reading.tsx";
import { earlyPart } from "#web/ui/early-part.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";

const ShipRequestDetails = earlyPart(
  async () => (await import("./ship-request-details.tsx")).ShipRequestDetails,
);

export const handle: PageHandle = { firstParts: ["ship-requests/ship-request-details.tsx"] };

export default function ShipRequestPage() {
  const { shipRequestId = "" } = useParams();
  return (
    <LazyPart fallback={<LoadingCard lines={9} />}>
      <ShipRequestDetails key={shipRequestId} shipRequestId={shipRequestId} />
    </LazyPart>
  );
}
