/** Leaving the signed-in area by its Log out button. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { useSession } from "#web/session.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type Departure = {
  /** From the press of the button until the public page stands, or until the server has refused. */
  readonly isLeaving: boolean;
  readonly logOut: () => Promise<void>;
};

/** Ends the session, says so and goes to `/`; stays where it is, and says so, when that fails. */
export function useDeparture(): Departure {
  const session = useSession();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const logOut = async () => {
    setLeaving(true);
    try {
      await session.signOut();
      await navigate("/");
      showToast({ ...toasts.shellLoggedOut, kind: "success" });
    } catch {
      setLeaving(false);
      showToast({ ...toasts.shellLogoutFailed, kind: "destructive" });
    }
  };
  return { isLeaving, logOut };
}
