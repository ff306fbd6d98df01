import { Anchor, Button, Container, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
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
  const api = useApi();
  const { mutate, status, error } = useMutation(api.notifications.unsubscribe.mutationOptions());
  const code = apiErrorCode(error);
  const isUnknown = code === "not_found" || code === "invalid_input";
  return (
    <Container size="xs" py="xl" w="100%">
      <Stack gap="lg" align="flex-start">
        <Title order={1} size="h2">
          {t("unsubscribe.title")}
        </Title>
        {status === "error" ? (
          <ErrorState
            title={
              isUnknown ? t("unsubscribe.unknown") : apiErrorMessage(error, t("unsubscribe.failed"))
            }
            {...(isUnknown
              ? { description: t("unsubscribe.unknownText") }
              : { onRetry: () => mutate({ token }) })}
          />
        ) : (
          <Text role="status">
            {status === "success" ? t("unsubscribe.done") : t("unsubscribe.question")}
          </Text>
        )}
        {status === "success" || isUnknown ? null : (
          <Button loading={status === "pending"} onClick={() => mutate({ token })}>
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
