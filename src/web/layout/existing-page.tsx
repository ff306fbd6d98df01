import { lazy, type ReactNode } from "react";
import { useLocation } from "react-router";
import { needsOpenedWarehouse } from "#core/customer-menu.ts";
import { findStaffPage } from "#core/role-pages.ts";
import { useHasWarehouse } from "#web/has-warehouse.ts";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";

const NotFoundPage = lazy(() => import("./not-found-page.tsx"));

function needsWarehouse(pathname: string): boolean {
  return needsOpenedWarehouse(pathname) || findStaffPage(pathname)?.needsWarehouse === true;
}

/** The children; at the address of a page that comes with the warehouse, the specified 404 while there is none. */
export function ExistingPage(props: { children: ReactNode }) {
  const hasWarehouse = useHasWarehouse();
  const { pathname } = useLocation();
  if (hasWarehouse || !needsWarehouse(pathname)) return props.children;
  return (
    <LazyPart fallback={<PageLoader />}>
      <NotFoundPage />
    </LazyPart>
  );
}
