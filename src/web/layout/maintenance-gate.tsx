/** Stands before the customers' pages: while maintenance mode is on, customers see that, and then go on where they were. */
import { Anchor, Container, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { usePublicSettings } from "#web/session.tsx";
import { Logo } from "#web/ui/logo.tsx";
import classes from "./maintenance-gate.module.css";

function MaintenanceNotice(props: { onLogOut: () => void; supportEmail: string | null }) {
  return (
    <Container component="main" size="xs" py={96}>
      <Stack gap="lg" align="flex-start" role="status">
        <Logo />
        <Title order={1} size="h2">
          We are doing maintenance right now
        </Title>
        <Text c="dimmed">
          Your packages, your plan and your wallet are safe, and packages on their way keep moving.
          This page opens by itself as soon as we are done: you need not do anything.
        </Text>
        <Text size="sm" c="dimmed">
          {props.supportEmail ? (
            <>
              Urgent? Write to{" "}
              <Anchor href={`mailto:${props.supportEmail}`} inherit>
                {props.supportEmail}
              </Anchor>
              .{" "}
            </>
          ) : null}
          <button type="button" className={classes["leave"]} onClick={props.onLogOut}>
            Log out
          </button>
        </Text>
      </Stack>
    </Container>
  );
}

/**
 * Shows its children to whoever may enter. Those who are kept out while a page is open find it afterwards as they left
 * it, with what they had typed and what has changed meanwhile.
 */
export function MaintenanceGate(props: {
  isAdmin: boolean;
  onLogOut: () => void;
  children: ReactNode;
}) {
  const { isInMaintenance, supportEmail } = usePublicSettings();
  const queryClient = useQueryClient();
  const isShutOut = isInMaintenance && !props.isAdmin;
  const [hasEntered, setHasEntered] = useState(!isShutOut);
  if (!isShutOut && !hasEntered) setHasEntered(true);
  const wasShutOut = useRef(isShutOut);
  useEffect(() => {
    if (wasShutOut.current && !isShutOut) void queryClient.invalidateQueries();
    wasShutOut.current = isShutOut;
  }, [isShutOut, queryClient]);
  return (
    <>
      {isShutOut ? (
        <MaintenanceNotice onLogOut={props.onLogOut} supportEmail={supportEmail} />
      ) : null}
      {hasEntered ? (
        <div className={isShutOut ? classes["hidden"] : classes["shown"]}>{props.children}</div>
      ) : null}
    </>
  );
}
