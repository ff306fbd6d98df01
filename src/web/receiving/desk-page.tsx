import { lazy } from "react";
import type { PageHandle } from "#web/early-reading.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";

// Loaded later, because the names of all files that a route loads at once are part of every first view.
const ReceivingPage = lazy(() => import("./receiving-page.tsx"));

export const handle: PageHandle = { firstParts: ["receiving/receiving-page.tsx"] };

export default function DeskPage() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <ReceivingPage />
    </LazyPart>
  );
}
