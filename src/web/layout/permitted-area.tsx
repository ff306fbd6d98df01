import { createContext, lazy, useCallback, useContext, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { Person } from "#contract/auth.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayOpenPage } from "#core/role-pages.ts";
import { mayUse } from "#core/staff-role.ts";
import { PermissionsContext, type WorkName } from "#web/permissions.ts";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import type { SidebarGroups } from "./sidebar-groups.ts";

const AccessGate = lazy(async () => ({
  default: (await import("#web/admin/account/access-gate.tsx")).AccessGate,
}));

const PersonContext = createContext<Person | null>(null);

/** Shows a page, or why the roles of the signed-in person do not open it. */
type PageGate = (props: { children: ReactNode }) => ReactNode;

function PermittedPage(props: { children: ReactNode }) {
  const person = useContext(PersonContext);
  const { pathname } = useLocation();
  const isPermitted = person !== null && mayOpenPage(person, pathname.replace(/\/+$/, ""));
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

/** The links to the pages that the roles of `person` open. */
function permittedGroups(groups: SidebarGroups, person: Person): SidebarGroups {
  return groups
    .map((group) => ({ ...group, links: group.links.filter(({ to }) => mayOpenPage(person, to)) }))
    .filter(({ links }) => links.length > 0);
}

/** The admin area for somebody who is no admin: only what their roles open. */
export function PermittedArea(props: {
  person: Person;
  groups: SidebarGroups;
  children: (groups: SidebarGroups, gate: PageGate) => ReactNode;
}) {
  const { person, groups, children } = props;
  const mayUseWork = useCallback((work: WorkName) => mayUse(person, roleAccess[work]), [person]);
  return (
    <PersonContext value={person}>
      <PermissionsContext value={mayUseWork}>
        {children(permittedGroups(groups, person), PermittedPage)}
      </PermissionsContext>
    </PersonContext>
  );
}
