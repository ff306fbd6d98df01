import { lazy } from "react";
import type { PageHandle } from "#web/early-reading.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";

// Loaded later, because the names of all files that a route loads at once are part of every first view.
const StocktakePage = lazy(() => import("./stocktake-page.tsx"));

export const handle: PageHandle = { firstParts: ["stocktake/stocktake-page.tsx"] };

export default function DeskPage() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <StocktakePage />
    </LazyPart>
  );
}
