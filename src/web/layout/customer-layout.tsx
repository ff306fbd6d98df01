import { ProtectedShell } from "./protected-shell.tsx";
import { customerLinks } from "./sidebar-links.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell links={customerLinks} isForAdmins={false} />;

export default function CustomerLayout() {
  return shell;
}
