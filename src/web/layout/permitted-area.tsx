import { createContext, useCallback, useContext, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { Person } from "#contract/auth.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayOpenPage } from "#core/role-pages.ts";
import { mayUse } from "#core/staff-role.ts";
import { PermissionsContext, type WorkName } from "#web/permissions.ts";
import { GatedContent } from "./gated-content.tsx";

const PersonContext = createContext<Person | null>(null);

/** Shows a page, or why the roles of the signed-in person do not open it. */
type PageGate = (props: { children: ReactNode }) => ReactNode;

function PermittedPage(props: { children: ReactNode }) {
  const person = useContext(PersonContext);
  const { pathname } = useLocation();
  const isPermitted = person !== null && mayOpenPage(person, pathname);
  return (
    <GatedContent person={person} isPermitted={isPermitted}>
      {props.children}
    </GatedContent>
  );
}

/** The admin area for somebody who is no admin: only what their roles open. */
export function PermittedArea(props: { person: Person; children: (gate: PageGate) => ReactNode }) {
  const { person, children } = props;
  const mayUseWork = useCallback((work: WorkName) => mayUse(person, roleAccess[work]), [person]);
  return (
    <PersonContext value={person}>
      <PermissionsContext value={mayUseWork}>{children(PermittedPage)}</PermissionsContext>
    </PersonContext>
  );
}
