import type { PageHandle } from "#ui/web/early-reading.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";

// In files of its own, because its form is larger than the first view of a page may be.
const ImportPage = earlyPart(async () => (await import("./import-page.tsx")).default);

export const handle: PageHandle = {
  firstParts: ["catalogue/web/admin/shipping-services/import-page.tsx"],
};

export default function ImportRoute() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <ImportPage />
    </LazyPart>
  );
}
