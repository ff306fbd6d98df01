import { Alert, Anchor, Group } from "@mantine/core";
import { createContext, useContext, useMemo, useState } from "react";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { useApiClient } from "#goods/web/api.ts";
import { isWaiting, type OutboxState } from "#ui/web/desk/outbox-records.ts";
import type { Outbox } from "#ui/web/desk/outbox.ts";
import { DeskUserContext, useOutbox } from "#ui/web/desk/use-outbox.ts";
import type { Elements } from "#ui/web/elements.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { receivingKind, type ReceivingBody, type ReceivingOutbox } from "./receiving-records.ts";

type OpenOutbox = {
  readonly outbox: Outbox<ReceivingBody, ReceivedParcel>;
  readonly state: OutboxState<ReceivingBody>;
};

const OutboxContext = createContext<OpenOutbox | null>(null);

function useOpenOutbox(): OpenOutbox {
  const open = useContext(OutboxContext);
  if (open === null) throw new Error("The receiving desk needs its outbox above it.");
  return open;
}

function OutboxProvider({ children }: { children: Elements }) {
  const client = useApiClient();
  const { outbox, state } = useOutbox(useMemo(() => receivingKind(client), [client]));
  const value = useMemo(() => ({ outbox, state }), [outbox, state]);
  return <OutboxContext value={value}>{children}</OutboxContext>;
}

/**
 * The account at the desks, and what it has recorded at the receiving desk, which is sent from every desk.
 * @param props.isSignedIn whether the session in this browser is that of the account.
 */
export function DeskOfAccount(props: { userId: string; isSignedIn: boolean; children: Elements }) {
  const { userId, isSignedIn } = props;
  const user = useMemo(() => ({ userId, isSignedIn }), [userId, isSignedIn]);
  return (
    <DeskUserContext value={user}>
      <OutboxProvider>{props.children}</OutboxProvider>
    </DeskUserContext>
  );
}

/** What the account has recorded at the receiving desk; needs a `DeskOfAccount` above it. */
export function useReceivingOutbox(): ReceivingOutbox {
  const { outbox, state } = useOpenOutbox();
  return useMemo(() => ({ ...outbox, ...state }), [outbox, state]);
}

const SignInDialog = laterPart(
  async () => (await import("#people/web/auth/sign-in-dialog.tsx")).SignInDialog,
);

/** Why records wait, where somebody can do something about it. Signing in does not leave the desk and what is on it. */
export function OutboxNotices(props: { isSignedOut: boolean }) {
  const { records, isFull, otherAccountCount, isSignInNeeded, isRoleMissing } =
    useOpenOutbox().state;
  const [isOpen, setOpen] = useState(false);
  const count = records.filter(isWaiting).length;
  const isNeeded = isSignInNeeded || props.isSignedOut;
  if (isOpen && !isNeeded) setOpen(false);
  return (
    <>
      <SignInDialog isWanted={isOpen} isOpen={isOpen} onClose={() => setOpen(false)} />
      <div role="status">
        {isNeeded ? (
          <Alert color="orange" mb="sm">
            <Group justify="space-between" gap="xs">
              <span>{t("receiving-queue.signInNeeded", { count })}</span>
              <Anchor
                component="button"
                type="button"
                inherit
                py={10}
                fw={600}
                onClick={() => setOpen(true)}
              >
                {t("receiving-queue.signIn")}
              </Anchor>
            </Group>
          </Alert>
        ) : null}
        {isRoleMissing && !isNeeded ? (
          <Alert color="orange" mb="sm">
            {t("receiving-queue.roleEnded", { count })}
          </Alert>
        ) : null}
        {isFull ? (
          <Alert color="red" mb="sm">
            {t("receiving-queue.full")}
          </Alert>
        ) : null}
        {otherAccountCount > 0 ? (
          <Alert color="gray" mb="sm">
            {t("receiving-queue.otherAccount", { count: otherAccountCount })}
          </Alert>
        ) : null}
      </div>
    </>
  );
}
