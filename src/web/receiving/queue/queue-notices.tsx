import { Alert, Anchor, Group } from "@mantine/core";
import { Link, useLocation } from "react-router";
import type { AuthPageState } from "#web/auth/auth-page-state.ts";
import { t } from "./messages.ts";
import { useQueueState } from "./use-receiving-queue.ts";

/** Why records wait, where somebody can do something about it. */
export function QueueNotices(props: { isSignedOut: boolean }) {
  const { items, isFull, otherAccountCount, isSignInNeeded } = useQueueState();
  const { pathname } = useLocation();
  const count = items.filter(({ state }) => state !== "refused").length;
  const state: AuthPageState = { from: pathname, notice: "session_ended" };
  return (
    <div role="status">
      {isSignInNeeded || props.isSignedOut ? (
        <Alert color="orange" mb="sm">
          <Group justify="space-between" gap="xs">
            <span>{t("receiving-queue.signInNeeded", { count })}</span>
            <Anchor component={Link} to="/login" state={state} inherit py={10} fw={600}>
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
  );
}
