/** The frame of the admin area. */
import { OfficeKeys } from "./office-keys.tsx";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminPlaces } from "./shell-places.tsx";

// One element for good: the frame stays as it is while the router goes from room to room.
const shell = <ProtectedShell places={adminPlaces} isForAdmins tools={<OfficeKeys />} />;

export default function AdminLayout() {
  return shell;
}
