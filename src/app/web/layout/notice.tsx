import { Button, Container, Group, Stack, Text, Title } from "@mantine/core";
import { Logo } from "#ui/web/logo.tsx";
import { useNetwork } from "@mantine/hooks";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./shell.module.css";

type NoticeAction = { label: string; href: string };

/**
 * A message in the middle of an otherwise empty page.
 * @param props.hasLogo for pages without a header, which shows the logo already.
 * @param props.actions links that load a new document; an empty `href` reloads the page.
 */
export function Notice(props: {
  figure?: string;
  title: string;
  description: string;
  hasLogo?: boolean;
  actions: readonly NoticeAction[];
}) {
  return (
    <Container component="main" size="xs" py={96}>
      <Stack gap="lg" align="flex-start">
        {props.hasLogo ? <Logo /> : null}
        {props.figure ? (
          <Text component="p" fz={88} lh={1} fw={600} c="var(--accent)" m={0} className="tight">
            {props.figure}
          </Text>
        ) : null}
        <Title order={1} size="h2">
          {props.title}
        </Title>
        <Text c="dimmed">{props.description}</Text>
        <Group gap="sm">
          {props.actions.map((action, index) => (
            <Button
              key={action.label}
              component="a"
              href={action.href}
              variant={index === 0 ? "filled" : "default"}
            >
              {action.label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Container>
  );
}

/** Shown while the first load of the session cannot reach the server; it is tried again in the background. */
export function UnreachableServer() {
  const { online } = useNetwork();
  return (
    <div role="alert">
      <Notice
        hasLogo
        title={t(online ? "layout.unreachable.title" : "layout.offline.title")}
        description={t(online ? "layout.unreachable.description" : "layout.offline.description")}
        actions={[{ label: t("common.tryAgain"), href: "" }]}
      />
    </div>
  );
}

/** In place of the pages of staff, for somebody whose last role ended while one of them was open. */
export function RoleEnded() {
  return (
    <div role="alert">
      <Notice
        hasLogo
        title={t("layout.roleEnded.title")}
        description={t("layout.roleEnded.description")}
        actions={[{ label: t("layout.roleEnded.toAccount"), href: "/dashboard" }]}
      />
    </div>
  );
}

/** A strip at the top of the page while the browser has no connection. Reads wait until it is back. */
export function OfflineStrip() {
  const { online } = useNetwork();
  return (
    <div role="status" className={classes["offline"]}>
      {online ? null : (
        <Text size="sm" className={classes["offlineText"] ?? ""}>
          {t("layout.offline.strip")}
        </Text>
      )}
    </div>
  );
}
