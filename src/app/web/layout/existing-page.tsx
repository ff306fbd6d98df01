import { useState } from "react";
import { useLocation } from "react-router";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import NotFoundPage from "./not-found-page.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";
import type { Person } from "#platform/contract/session.ts";

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

const AccessGate = lazyPart(
  async () => (await import("#app/web/admin/account/access-gate.tsx")).AccessGate,
);

/** The children, or why the roles of the signed-in person do not open them. */
export function GatedContent(props: {
  person: Person | null;
  isPermitted: boolean;
  children: Elements;
}) {
  const { person, isPermitted } = props;
  // The gate stays once it is shown: it decides when its work is done, such as when backup codes have been copied.
  const [isGateShown, setGateShown] = useState(!isPermitted);
  if (!isPermitted && !isGateShown) setGateShown(true);
  if (!isGateShown || person === null) return props.children;
  return (
    <LazyPart>
      <AccessGate person={person} isPermitted={isPermitted} onPass={() => setGateShown(false)} />
    </LazyPart>
  );
}
