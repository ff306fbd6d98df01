import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { Dialog } from "./dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Makes the browser ask before the document is left. */
export function useUnloadWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

/** Asks before the page is left, while something on it is not sent; `children` says what becomes of it. */
export function LeaveWarning(props: { isNeeded: boolean; children: ReactNode }) {
  useUnloadWarning(props.isNeeded);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      props.isNeeded &&
      nextLocation.pathname !== currentLocation.pathname &&
      // Other pages are opened by logging out, which must not stop halfway.
      /^\/(dashboard|admin|scan)(\/|$)/.test(nextLocation.pathname),
  );
  return (
    <Dialog
      isOpen={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("ui.leaveTitle")}
      size="sm"
    >
      <Stack gap="lg">
        <Text size="sm">{props.children}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
            {t("ui.stay")}
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            {t("ui.leave")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
