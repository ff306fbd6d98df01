/** Asks for the password again where the server wants to be sure who sits there, then goes on with what was asked. */
import { useCallback, useState, type ReactNode } from "react";
import { apiErrorCode, useApiClient } from "#web/api.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { AfterFirstInput } from "#web/ui/after-first-input.tsx";

const PasswordDialog = lazyComponent(async () => {
  const { PasswordDialog: dialog } = await import("./password-dialog.tsx");
  return dialog;
});

/** Whether the server wants the password first; after `withProof`: whether the person would not give it. */
export function isReauthenticationRequired(error: unknown): boolean {
  return apiErrorCode(error) === "reauthentication_required";
}

export type Reauthentication = {
  /**
   * Runs `run`; where it is refused with `reauthentication_required`, asks for the password and runs it again, as
   * it was: a request key read inside stays the same. Rejects with that refusal when the person cancels.
   */
  readonly withReauthentication: <Answer>(run: () => Promise<Answer>) => Promise<Answer>;
  /** Whether the password is being asked for; a dialog below must stay open meanwhile. */
  readonly isAsking: boolean;
  /** To be drawn somewhere on the screen that asks, beside its forms. */
  readonly reauthenticationDialog: ReactNode;
};

/** Gives a screen `withProof` and the dialog that belongs to it. */
export function useReauthentication(): Reauthentication {
  const client = useApiClient();
  const [waiting, setWaiting] = useState<{ settle: (isReauthenticated: boolean) => void } | null>(
    null,
  );
  const withReauthentication = useCallback(async <Answer,>(run: () => Promise<Answer>) => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!isReauthenticationRequired(error)) throw error;
        const isReauthenticated = await new Promise<boolean>((settle) => setWaiting({ settle }));
        if (!isReauthenticated) throw error;
      }
    }
  }, []);
  const finish = (isReauthenticated: boolean) => {
    waiting?.settle(isReauthenticated);
    setWaiting(null);
  };
  const confirm = async (password: string) => {
    await client.auth.confirmPassword({ password });
    finish(true);
  };
  const reauthenticationDialog = (
    <AfterFirstInput isNeeded={waiting !== null}>
      <PasswordDialog
        isOpen={waiting !== null}
        onClose={() => finish(false)}
        title="Confirm it's you"
        confirmLabel="Confirm"
        failed="Your password could not be checked. Please try again."
        run={confirm}
      >
        It has been a while since you logged in. Enter your password to go on; nothing you typed is
        lost.
      </PasswordDialog>
    </AfterFirstInput>
  );
  return { withReauthentication, reauthenticationDialog, isAsking: waiting !== null };
}
