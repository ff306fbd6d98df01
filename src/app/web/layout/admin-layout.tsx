import "#app/web/messages/staff.ts";
import { ProtectedShell } from "./protected-shell.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell isForAdmins />;

export default function AdminLayout() {
  return shell;
}
