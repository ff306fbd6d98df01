import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";

// In files of its own, because the names of all files that a route loads at once are part of every first view.
const ManifestsPage = earlyPart(async () => (await import("./manifests-page.tsx")).default);

export const handle: PageHandle = { firstParts: ["shipping/web/manifests/manifests-page.tsx"] };

export default function DeskPage() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <ManifestsPage />
    </LazyPart>
  );
}
