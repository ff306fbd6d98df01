import { useParams } from "react-router";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";

const ShipRequestDetails = earlyPart(
  async () => (await import("./ship-request-details.tsx")).ShipRequestDetails,
);

export const handle: PageHandle = {
  firstParts: ["shipping/web/ship-requests/ship-request-details.tsx"],
};

export default function ShipRequestPage() {
  const { shipRequestId = "" } = useParams();
  return (
    <LazyPart fallback={<LoadingCard lines={9} />}>
      <ShipRequestDetails key={shipRequestId} shipRequestId={shipRequestId} />
    </LazyPart>
  );
}
