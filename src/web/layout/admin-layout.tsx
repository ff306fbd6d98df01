/** The frame of the admin area. */
import { AdminShortcuts } from "./admin-shortcuts.tsx";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminPlaces } from "./sidebar-links.tsx";

// One element for good: the frame stays as it is while the router goes from room to room.
const shell = <ProtectedShell places={adminPlaces} isForAdmins tools={<AdminShortcuts />} />;

export default function AdminLayout() {
  return shell;
}
