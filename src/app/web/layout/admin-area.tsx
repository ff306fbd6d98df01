import { useCallback, type ReactNode } from "react";
import { useLocation } from "react-router";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayOpenPage, needsEnteredWarehouse } from "#app/rules/role-pages.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { WarehouseEnteredContext, PermissionsContext, type WorkName } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { staffGroups } from "./admin-links.tsx";
import { EntryTabs } from "./entry-tabs.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { ExistingPage, GatedContent } from "./existing-page.tsx";
import type { SidebarGroups } from "./customer-links.tsx";

/** Shows a page with the links to the others of its entry, or why the roles of the signed-in person do not open it. */
function PermittedPage(props: { children: Elements }) {
  const person = usePerson();
  const { pathname } = useLocation();
  return (
    <GatedContent person={person} isPermitted={mayOpenPage(person, pathname)}>
      <EntryTabs visitor={person} />
      {props.children}
    </GatedContent>
  );
}

/** What the shell shows of the admin area to somebody of staff. */
export type AdminAreaParts = {
  readonly groups: SidebarGroups;
  readonly Gate: (props: { children: Elements }) => ReactNode;
};

/** The admin area for somebody of staff: only what their roles open, and what is there without a warehouse. */
export function AdminArea(props: { children: (parts: AdminAreaParts) => Elements }) {
  const person = usePerson();
  const mayUseWork = useCallback((work: WorkName) => mayUse(person, roleAccess[work]), [person]);
  return (
    <PermissionsContext value={mayUseWork}>
      <WarehouseEnteredContext value={person.isWarehouseEntered}>
        <ExistingPage needsWarehouse={needsEnteredWarehouse}>
          {props.children({ groups: staffGroups(person), Gate: PermittedPage })}
        </ExistingPage>
      </WarehouseEnteredContext>
    </PermissionsContext>
  );
}
