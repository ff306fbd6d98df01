import { createContext, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { publicPath } from "#web/i18n/messages.tsx";
import { useSession } from "#web/session.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { toastText } from "./messages.ts";

/**
 * Runs `work`, which ends the session and navigates to a public page. Until it is done the shell does not redirect to
 * the login, although requests already fail with `signed_out`. Rejects as `work` does.
 */
type EndSession = (work: () => Promise<void>) => Promise<void>;

/** Provided by the shell; outside of it `work` just runs. */
export const EndSessionContext = createContext<EndSession>((work) => work());

export type SignOut = {
  /** True from the click until the public page is shown, or until signing out has failed. */
  readonly isEnding: boolean;
  readonly endSession: EndSession;
  /** Ends the session and navigates to `/`, with a toast; stays on the page, with a toast, when that fails. */
  readonly logOut: () => Promise<void>;
};

export function useSignOut(): SignOut {
  const session = useSession();
  const navigate = useNavigate();
  const [isEnding, setEnding] = useState(false);
  const endSession = useCallback<EndSession>(async (work) => {
    setEnding(true);
    try {
      await work();
    } catch (error) {
      setEnding(false);
      throw error;
    }
  }, []);
  const logOut = async () => {
    try {
      await endSession(async () => {
        await session.signOut();
        await navigate(publicPath("/"));
      });
      showToast({ ...toastText("shellLoggedOut"), kind: "success", place: "session" });
    } catch {
      showToast({ ...toastText("shellLogoutFailed"), kind: "destructive", place: "session" });
    }
  };
  return { isEnding, endSession, logOut };
}
