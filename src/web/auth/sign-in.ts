/** Signing in: the request, the proof that the session is kept, and what is said of it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
import { apiErrorCode, apiErrorMessage, useApi, useApiClient } from "#web/api.tsx";
import { notifyOtherTabs } from "#web/session.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** What toasts of it are about: a failure leaves once another try has been answered. */
export const signingIn = "signing in";

type Credentials = { readonly email: string; readonly password: string };

/**
 * Reads the session anew, as after every change of it, and forgets whatever was kept for somebody
 * else. Answers null when the server knows of no session, as where the browser keeps no cookies.
 */
export function useArrival() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    const { queryKey } = api.auth.readSession.queryOptions({ input: {} });
    // An answer still on its way would tell of the time before.
    await queryClient.cancelQueries({ queryKey });
    queryClient.removeQueries({ type: "inactive" });
    notifyOtherTabs();
    return await queryClient.fetchQuery(
      api.auth.readSession.queryOptions({ input: {}, staleTime: 0 }),
    );
  };
}

/** Whether email and password were right, and a code is asked for next. */
export function isCodeRequested(error: unknown): boolean {
  return apiErrorCode(error) === "two_factor_required";
}

/** Runs a step of signing in to its session, and says how it ended; `isToldElsewhere` keeps a failure from the toast. */
function useEntrance<Given>(
  enter: (given: Given) => Promise<unknown>,
  isShownElsewhere: (error: unknown) => boolean,
) {
  const arrive = useArrival();
  return useMutation({
    mutationFn: async (given: Given) => {
      await enter(given);
      try {
        return await arrive();
      } catch {
        return null;
      }
    },
    onSuccess: (session) => {
      if (session) showToast({ ...toasts.loginSuccessful, kind: "success", about: signingIn });
      else showToast({ ...toasts.unableToRetrieveUserData, kind: "destructive", about: signingIn });
    },
    onError: (error) => {
      if (isShownElsewhere(error)) return;
      const description = apiErrorMessage(error, toasts.loginFailed.description);
      showToast({ ...toasts.loginFailed, description, kind: "destructive", about: signingIn });
    },
  });
}

/**
 * Signs in at the customers' or the office's door. Succeeds with the session, with which the screen
 * around moves on by itself, or with null when the user's data could not be retrieved.
 */
export function useSignIn(door: "signIn" | "signInAsAdmin") {
  const client = useApiClient();
  return useEntrance((credentials: Credentials) => client.auth[door](credentials), isCodeRequested);
}

/** The second step, after `two_factor_required`, with a code of the app or a backup code; succeeds as `useSignIn`. */
export function useSecondStep() {
  const client = useApiClient();
  return useEntrance(
    (code: string) => client.auth.completeTwoFactor({ code }),
    (error) => apiErrorCode(error) === "invalid_code",
  );
}
