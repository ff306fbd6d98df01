import { useCallback, useState, type ReactNode } from "react";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#people/web/api.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { Dialog } from "#ui/web/dialog.tsx";

const PasswordDialog = laterPart(
  async () => (await import("./password-dialog.tsx")).ReauthenticationPasswordDialog,
);

/** Whether the server requires the password first; after `withReauthentication`, whether the user canceled. */
export function isReauthenticationRequired(error: unknown): boolean {
  return apiErrorCode(error) === "reauthentication_required";
}

export type Reauthentication = {
  /**
   * Calls `run`; on `reauthentication_required` it asks for the password and calls `run` again, so an idempotency key
   * read before stays the same. Rejects with `reauthentication_required` when the user cancels.
   */
  readonly withReauthentication: <Answer>(run: () => Promise<Answer>) => Promise<Answer>;
  /** Whether the password dialog is open; a dialog below it must stay open. */
  readonly isReauthenticating: boolean;
  /** To be rendered on the screen, outside its forms. */
  readonly reauthenticationDialog: Elements;
};

/** `withReauthentication` for a screen, and the dialog that belongs to it. */
export function useReauthentication(): Reauthentication {
  const client = useApiClient();
  const [pending, setPending] = useState<{ settle: (isReauthenticated: boolean) => void } | null>(
    null,
  );
  const withReauthentication = useCallback(async <Answer,>(run: () => Promise<Answer>) => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!isReauthenticationRequired(error)) throw error;
        const isReauthenticated = await new Promise<boolean>((settle) => setPending({ settle }));
        if (!isReauthenticated) throw error;
      }
    }
  }, []);
  const finish = (isReauthenticated: boolean) => {
    pending?.settle(isReauthenticated);
    setPending(null);
  };
  const confirm = async (password: string) => {
    await client.auth.confirmPassword({ password });
    finish(true);
  };
  const reauthenticationDialog = (
    <PasswordDialog
      isWanted={pending !== null}
      isOpen={pending !== null}
      onClose={() => finish(false)}
      onConfirm={confirm}
    />
  );
  return { withReauthentication, reauthenticationDialog, isReauthenticating: pending !== null };
}

/** A dialog with an action that may ask for the password again; it cannot be closed meanwhile. */
export function ReauthenticationDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: (reauthentication: Reauthentication) => ReactNode;
}) {
  const { isOpen, onClose, title } = props;
  const reauthentication = useReauthentication();
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={title}
        isBusy={reauthentication.isReauthenticating}
      >
        {props.children(reauthentication)}
      </Dialog>
      {reauthentication.reauthenticationDialog}
    </>
  );
}
