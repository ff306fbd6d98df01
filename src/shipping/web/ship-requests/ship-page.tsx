import { useParams } from "react-router";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";

const ShipPackage = earlyPart(async () => (await import("./ship-package.tsx")).ShipPackage);

export const handle: PageHandle = { firstParts: ["shipping/web/ship-requests/ship-package.tsx"] };

export default function ShipPage() {
  const { packageId = "" } = useParams();
  return (
    <LazyPart fallback={<LoadingCard lines={9} />}>
      <ShipPackage key={packageId} packageId={packageId} />
    </LazyPart>
  );
}
