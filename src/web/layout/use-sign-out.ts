/** Leaving the signed-in area: by its Log out button, or by closing the account. */
import { createContext, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { useSession } from "#web/session.tsx";
import { showToast } from "#web/ui/toast.tsx";

/**
 * Runs what ends the session and leads out. Meanwhile the frame sends nobody to sign in, although whatever asks the
 * server hears that the session is over. Rejects as `work` does.
 */
type Leave = (work: () => Promise<void>) => Promise<void>;

/** What the frame gives to the screens in it; without a frame nobody is sent anywhere. */
export const LeaveContext = createContext<Leave>((work) => work());

export type SignOut = {
  /** From the press of the button until the public page stands, or until the server has refused. */
  readonly isLeaving: boolean;
  readonly leave: Leave;
  /** Ends the session, says so and goes to `/`; stays where it is, and says so, when that fails. */
  readonly logOut: () => Promise<void>;
};

export function useSignOut(): SignOut {
  const session = useSession();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = useCallback<Leave>(async (work) => {
    setLeaving(true);
    try {
      await work();
    } catch (error) {
      setLeaving(false);
      throw error;
    }
  }, []);
  const logOut = async () => {
    try {
      await leave(async () => {
        await session.signOut();
        await navigate("/");
      });
      showToast({ ...toasts.shellLoggedOut, kind: "success" });
    } catch {
      showToast({ ...toasts.shellLogoutFailed, kind: "destructive" });
    }
  };
  return { isLeaving, leave, logOut };
}
