/** The frame of the admin area. */
import { OfficeKeys } from "./office-keys.tsx";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminPlaces } from "./shell-places.tsx";

export default function AdminLayout() {
  return <ProtectedShell places={adminPlaces} isForAdmins tools={<OfficeKeys />} />;
}
