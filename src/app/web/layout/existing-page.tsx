import { lazy } from "react";
import { useLocation } from "react-router";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import type { Elements } from "#ui/web/elements.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";

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
