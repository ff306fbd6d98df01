import { AdminShortcuts } from "./admin-shortcuts.tsx";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminLinks } from "./sidebar-links.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell links={adminLinks} isForAdmins tools={<AdminShortcuts />} />;

export default function AdminLayout() {
  return shell;
}
