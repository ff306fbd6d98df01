import "#app/web/messages/customer.ts";
import { ProtectedShell } from "./protected-shell.tsx";

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell />;

export default function CustomerLayout() {
  return shell;
}
