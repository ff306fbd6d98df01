/** Asks for the password again where the server wants to be sure who sits there, then goes on with what was asked. */
import { useCallback, useState, type ReactNode } from "react";
import { problemCode, useApiClient } from "#web/api.tsx";
import { lateComponent } from "#web/ui/late-part.ts";
import { WhenWanted } from "#web/ui/when-wanted.tsx";

const PasswordDialog = lateComponent(async () => {
  const { PasswordDialog: dialog } = await import("./password-dialog.tsx");
  return dialog;
});

/** Whether the server wants the password first; after `withProof`: whether the person would not give it. */
export function isProofMissing(error: unknown): boolean {
  return problemCode(error) === "fresh_proof_required";
}

export type FreshProof = {
  /**
   * Runs `run`; where it is refused with `fresh_proof_required`, asks for the password and runs it again, as
   * it was: a request key read inside stays the same. Rejects with that refusal when the person cancels.
   */
  readonly withProof: <Answer>(run: () => Promise<Answer>) => Promise<Answer>;
  /** Whether the password is being asked for; a dialog below must stay open meanwhile. */
  readonly isAsking: boolean;
  /** To be drawn somewhere on the screen that asks, beside its forms. */
  readonly proofDialog: ReactNode;
};

/** Gives a screen `withProof` and the dialog that belongs to it. */
export function useFreshProof(): FreshProof {
  const client = useApiClient();
  const [waiting, setWaiting] = useState<{ settle: (isProved: boolean) => void } | null>(null);
  const withProof = useCallback(async <Answer,>(run: () => Promise<Answer>) => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!isProofMissing(error)) throw error;
        const isProved = await new Promise<boolean>((settle) => setWaiting({ settle }));
        if (!isProved) throw error;
      }
    }
  }, []);
  const finish = (isProved: boolean) => {
    waiting?.settle(isProved);
    setWaiting(null);
  };
  const confirm = async (password: string) => {
    await client.people.confirmPassword({ password });
    finish(true);
  };
  const proofDialog = (
    <WhenWanted isNeeded={waiting !== null}>
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
    </WhenWanted>
  );
  return { withProof, proofDialog, isAsking: waiting !== null };
}
