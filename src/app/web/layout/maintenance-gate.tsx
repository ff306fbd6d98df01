import { Anchor, Container, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useRefetch } from "#ui/web/action.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { usePublicSettings } from "#ui/web/session.tsx";
import { Logo } from "#ui/web/logo.tsx";
import classes from "./every-page.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

function MaintenanceNotice(props: { onLogOut: () => void; supportEmail: string | null }) {
  return (
    <Container component="main" size="xs" py={96}>
      <Stack gap="lg" align="flex-start" role="status">
        <Logo />
        <Title order={1} size="h2">
          {t("layout.maintenance.title")}
        </Title>
        <Text c="dimmed">{t("layout.maintenance.description")}</Text>
        <Text size="sm" c="dimmed">
          {props.supportEmail ? (
            <>
              <RichText
                id="layout.maintenance.urgent"
                values={{ email: props.supportEmail }}
                components={{ link: <Anchor href={`mailto:${props.supportEmail}`} inherit /> }}
              />
              {sentenceGap()}
            </>
          ) : null}
          <button type="button" className={classes["logOut"]} onClick={props.onLogOut}>
            {t("common.logOut")}
          </button>
        </Text>
      </Stack>
    </Container>
  );
}

/**
 * Shows a notice instead of its children during maintenance, except to staff. An open page stays mounted, so
 * that typed text is still there afterwards; its data is loaded again.
 */
export function MaintenanceGate(props: {
  isStaff: boolean;
  onLogOut: () => void;
  children: ReactNode;
}) {
  const { isInMaintenance, supportEmail } = usePublicSettings();
  const refetch = useRefetch();
  const isBlocked = isInMaintenance && !props.isStaff;
  const [isMounted, setMounted] = useState(!isBlocked);
  if (!isBlocked && !isMounted) setMounted(true);
  const wasBlocked = useRef(isBlocked);
  useEffect(() => {
    if (wasBlocked.current && !isBlocked) refetch();
    wasBlocked.current = isBlocked;
  }, [isBlocked, refetch]);
  return (
    <>
      {isBlocked ? (
        <MaintenanceNotice onLogOut={props.onLogOut} supportEmail={supportEmail} />
      ) : null}
      {isMounted ? (
        <div className={isBlocked ? classes["gateHidden"] : classes["gateShown"]}>
          {props.children}
        </div>
      ) : null}
    </>
  );
}
