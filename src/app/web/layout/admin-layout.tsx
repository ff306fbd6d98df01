import "#app/web/messages/staff.ts";
import { AdminArea } from "./admin-area.tsx";
import { ProtectedShell } from "./protected-shell.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell AdminArea={AdminArea} />;

export default function AdminLayout() {
  return shell;
}
