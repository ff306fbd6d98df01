/** The frame of the customer area. */
import { ProtectedShell } from "./protected-shell.tsx";
import { customerPlaces } from "./shell-places.tsx";

export default function CustomerLayout() {
  return <ProtectedShell places={customerPlaces} isForAdmins={false} />;
}
