import { useState } from "react";
import { Navigate } from "react-router";
import { isStaff, type StaffMember } from "#platform/rules/staff-role.ts";
import { LiveChanges } from "#ui/web/change-stream/live-changes.tsx";
import { RoleEnded } from "./notice.tsx";

/** Whether this person has had a role since the page was opened. */
export function useHadRole(person: (StaffMember & { readonly id: string }) | null): boolean {
  const [staffId, setStaffId] = useState<string | null>(null);
  if (person !== null && isStaff(person) && person.id !== staffId) setStaffId(person.id);
  return person !== null && person.id === staffId;
}

/** In place of a page of staff, for somebody without a role: that the last one ended, otherwise the dashboard. */
export function NoRole({ hadRole, userId }: { hadRole: boolean; userId: string }) {
  if (!hadRole) return <Navigate to="/dashboard" replace />;
  return (
    <>
      {/* The page opens again as soon as somebody gives a role back. */}
      <LiveChanges userId={userId} />
      <RoleEnded />
    </>
  );
}
