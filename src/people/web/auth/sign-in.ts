import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#people/web/api.ts";
import { notifyOtherTabs } from "#ui/web/session.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

/** The place of these toasts, also of those about logging out. */
export const signInToasts = "session";

type Credentials = { readonly email: string; readonly password: string };

/**
 * Reloads the session after it changed and clears the cached data of another user. Resolves to null when there is no
 * session, for example because the browser blocks cookies.
 */
export function useSessionReload() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    const { queryKey } = api.auth.readSession.queryOptions({ input: {} });
    // A pending request could still return the previous session.
    await queryClient.cancelQueries({ queryKey });
    queryClient.removeQueries({ type: "inactive" });
    notifyOtherTabs();
    return await queryClient.fetchQuery(
      api.auth.readSession.queryOptions({ input: {}, staleTime: 0 }),
    );
  };
}

/** Whether the password was accepted and a two-factor code is required next. */
export function isTwoFactorRequired(error: unknown): boolean {
  return apiErrorCode(error) === "two_factor_required";
}

/** Runs one step of signing in and shows its result in a toast, except errors for which `isShownElsewhere`. */
function useSignInStep<Input>(
  submit: (input: Input) => Promise<unknown>,
  isShownElsewhere: (error: unknown) => boolean,
) {
  const reloadSession = useSessionReload();
  return useMutation({
    mutationFn: async (input: Input) => {
      await submit(input);
      try {
        return await reloadSession();
      } catch {
        return null;
      }
    },
    onSuccess: (session) => {
      if (session)
        showToast({ ...toastText("loginSuccessful"), kind: "success", place: signInToasts });
      else
        showToast({
          ...toastText("unableToRetrieveUserData"),
          kind: "destructive",
          place: signInToasts,
        });
    },
    onError: (error) => {
      if (isShownElsewhere(error)) return;
      const description = apiErrorMessage(error, t("toasts.loginFailed.description"));
      showToast({
        ...toastText("loginFailed"),
        description,
        kind: "destructive",
        place: signInToasts,
      });
    },
  });
}

/** Signs in as a customer or an admin. Resolves to the session, or to null when the user's data could not be retrieved. */
export function useSignIn(operation: "signIn" | "signInAsAdmin") {
  const client = useApiClient();
  return useSignInStep(
    (credentials: Credentials) => client.auth[operation](credentials),
    isTwoFactorRequired,
  );
}

/** Completes signing in after `two_factor_required`, with an app code or a backup code; resolves like `useSignIn`. */
export function useTwoFactorSignIn() {
  const client = useApiClient();
  return useSignInStep(
    (code: string) => client.auth.completeTwoFactor({ code }),
    (error) => apiErrorCode(error) === "invalid_code",
  );
}
