import { Alert, Anchor, Group } from "@mantine/core";
import { lazy, useState } from "react";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { t } from "./messages.ts";
import { useQueueState } from "./use-receiving-queue.ts";

const SignInDialog = lazy(async () => ({
  default: (await import("#people/web/auth/sign-in-dialog.tsx")).SignInDialog,
}));

/** Why records wait, where somebody can do something about it. Signing in does not leave the desk and what is on it. */
export function QueueNotices(props: { isSignedOut: boolean }) {
  const { items, isFull, otherAccountCount, isSignInNeeded } = useQueueState();
  const [isOpen, setOpen] = useState(false);
  const count = items.filter(({ state }) => state !== "refused").length;
  const isNeeded = isSignInNeeded || props.isSignedOut;
  if (isOpen && !isNeeded) setOpen(false);
  return (
    <>
      <LazyPart isWanted={isOpen}>
        <SignInDialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </LazyPart>
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
