import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";

// In files of its own, because what it compares is larger than the first view of a page may be.
const ServicePage = earlyPart(async () => (await import("./service-page.tsx")).default);

export const handle: PageHandle = {
  firstParts: ["catalogue/web/admin/shipping-services/service-page.tsx"],
};

export default function ServiceRoute() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <ServicePage />
    </LazyPart>
  );
}
