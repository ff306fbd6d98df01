import { createContext, useCallback, useContext, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { Person } from "#contract/auth.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayOpenPage } from "#core/role-pages.ts";
import { mayUse } from "#core/staff-role.ts";
import { PermissionsContext, type WorkName } from "#web/permissions.ts";
import { GatedContent } from "./gated-content.tsx";
import type { SidebarGroups } from "./sidebar-groups.ts";
import type { Elements } from "#web/ui/elements.ts";

const PersonContext = createContext<Person | null>(null);

/** Shows a page, or why the roles of the signed-in person do not open it. */
type PageGate = (props: { children: Elements }) => ReactNode;

function PermittedPage(props: { children: Elements }) {
  const person = useContext(PersonContext);
  const { pathname } = useLocation();
  const isPermitted = person !== null && mayOpenPage(person, pathname.replace(/\/+$/, ""));
  return (
    <GatedContent person={person} isPermitted={isPermitted}>
      {props.children}
    </GatedContent>
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
