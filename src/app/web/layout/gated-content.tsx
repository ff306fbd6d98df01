import { lazy, useState } from "react";
import type { Person } from "#platform/contract/person.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import type { Elements } from "#ui/web/elements.ts";

const AccessGate = lazy(async () => ({
  default: (await import("#app/web/admin/account/access-gate.tsx")).AccessGate,
}));

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
