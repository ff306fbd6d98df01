import { adminGroups } from "./admin-links.tsx";
import { ProtectedShell } from "./protected-shell.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell groups={adminGroups} isForAdmins />;

export default function AdminLayout() {
  return shell;
}
