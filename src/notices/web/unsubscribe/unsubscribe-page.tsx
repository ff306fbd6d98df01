import { Anchor, Button, Container, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#notices/web/api.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const settingsAddress = "/dashboard/settings?tab=notifications";

export function meta() {
  return [
    { title: `${t("unsubscribe.title")} · ${brandName}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Turns off the emails that a link was in; opening it changes nothing, since mail scanners open links too. */
export default function UnsubscribePage() {
  const { token = "" } = useParams();
  const [isDone, setDone] = useState(false);
  const { run, isRunning, error } = useAction(
    useApi().notifications.unsubscribe.mutationOptions(),
    {
      done: () => {
        setDone(true);
        return null;
      },
      showsErrorInPlace: true,
    },
  );
  const code = apiErrorCode(error);
  const isUnknown = code === "not_found" || code === "invalid_input";
  return (
    <Container size="xs" py="xl" w="100%">
      <Stack gap="lg" align="flex-start">
        <Title order={1} size="h2">
          {t("unsubscribe.title")}
        </Title>
        {error !== null ? (
          <ErrorState
            title={
              isUnknown ? t("unsubscribe.unknown") : apiErrorMessage(error, t("unsubscribe.failed"))
            }
            {...(isUnknown
              ? { description: t("unsubscribe.unknownText") }
              : { onRetry: () => void run({ token }) })}
          />
        ) : (
          <Text role="status">{t(isDone ? "unsubscribe.done" : "unsubscribe.question")}</Text>
        )}
        {isDone || isUnknown ? null : (
          <Button loading={isRunning} onClick={() => void run({ token })}>
            {t("unsubscribe.confirm")}
          </Button>
        )}
        <Anchor component={Link} to={settingsAddress} reloadDocument size="sm">
          {t("unsubscribe.settings")}
        </Anchor>
      </Stack>
    </Container>
  );
}
