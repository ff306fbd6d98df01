import { useCallback, useState } from "react";
import type { EndSession } from "#ui/web/end-session.ts";
import { useNavigate } from "react-router";
import { publicPath } from "#ui/web/i18n/messages.tsx";
import { useSession } from "#ui/web/session.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { toastText } from "./messages.ts";

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
