import { lazy } from "react";
import { useLocation } from "react-router";
import { useHasWarehouse } from "#web/has-warehouse.ts";
import type { Elements } from "#web/ui/elements.ts";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";

const NotFoundPage = lazy(() => import("./not-found-page.tsx"));

/**
 * The children; while there is no warehouse, the specified 404 at an address that comes with it.
 * @param props.needsWarehouse whether the page at an address comes with the warehouse
 */
export function ExistingPage(props: {
  needsWarehouse: (pathname: string) => boolean;
  children: Elements;
}) {
  const hasWarehouse = useHasWarehouse();
  const { pathname } = useLocation();
  if (hasWarehouse || !props.needsWarehouse(pathname)) return props.children;
  return (
    <LazyPart fallback={<PageLoader />}>
      <NotFoundPage />
    </LazyPart>
  );
}
