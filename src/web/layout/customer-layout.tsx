/** The frame of the customer area. */
import { ProtectedShell } from "./protected-shell.tsx";
import { customerPlaces } from "./sidebar-links.tsx";

// One element for good: the frame stays as it is while the router goes from room to room.
const shell = <ProtectedShell places={customerPlaces} isForAdmins={false} />;

export default function CustomerLayout() {
  return shell;
}
