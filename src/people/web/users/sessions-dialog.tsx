import {
  ReauthenticationDialog,
  type Reauthentication,
} from "#people/web/auth/reauthentication.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { OpenSession } from "#people/contract/auth.ts";
import { useApi, useApiClient } from "#people/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { momentText } from "#ui/web/figures.tsx";
import { deviceName } from "./device-name.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The id of the session to end; null ends all other sessions. */
type SessionToEnd = string | null;

function useEndSession({ withReauthentication }: Reauthentication) {
  const client = useApiClient();
  return useAction(
    {
      mutationFn: async (sessionId: SessionToEnd): Promise<number> => {
        if (sessionId === null) {
          return (await withReauthentication(() => client.auth.endOtherSessions({}))).endedCount;
        }
        await withReauthentication(() => client.auth.endSession({ sessionId }));
        return 1;
      },
    },
    {
      done: (count) => ({ title: t("security.sessions.ended", { count }) }),
      hint: t("security.sessions.endFailed"),
      waits: true,
    },
  );
}

function SessionRow(props: { session: OpenSession; isEnding: boolean; onEnd: () => void }) {
  const { ipAddress, lastActiveAt, isCurrent } = props.session;
  const name = deviceName(props.session);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {t("security.sessions.lastActive", {
            address: ipAddress ?? t("security.sessions.unknownAddress"),
            moment: momentText(lastActiveAt, true),
          })}
        </Text>
      </Stack>
      {isCurrent ? (
        <Badge color="green" flex="none">
          {t("security.sessions.this")}
        </Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          flex="none"
          loading={props.isEnding}
          aria-label={t("security.sessions.endDevice", { name })}
          onClick={props.onEnd}
        >
          {t("security.sessions.end")}
        </Button>
      )}
    </Group>
  );
}

function Sessions(props: { reauthentication: Reauthentication }) {
  const api = useApi();
  const ending = useEndSession(props.reauthentication);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(api.auth.listSessions.queryOptions({ input: {}, staleTime: 0 }));
  const { data } = query;
  if (!data) {
    const failure = { title: t("security.sessions.notLoaded") };
    return <NotLoaded query={query} failure={failure} lines={4} />;
  }
  const end = async (sessionId: SessionToEnd) => {
    if (ending.isRunning) return;
    await ending.run(sessionId);
    // The pressed button is removed together with its session.
    list.current?.focus();
  };
  return (
    <>
      <Stack
        ref={list}
        tabIndex={-1}
        component="ul"
        aria-label={t("security.sessions.title")}
        gap="md"
        p={0}
        m={0}
        style={{ listStyle: "none" }}
      >
        {data.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending.input === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </Stack>
      {data.items.some(({ isCurrent }) => !isCurrent) ? (
        <Group justify="flex-end">
          <Button
            color="red"
            variant="light"
            loading={ending.input === null}
            onClick={() => void end(null)}
          >
            {t("security.sessions.endOthers")}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t("security.sessions.noOthers")}</Text>
      )}
    </>
  );
}

export function SessionsDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ReauthenticationDialog {...props} title={t("security.sessions.yours")}>
      {(reauthentication) => (
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t("sentences.sessionsExpire")}
          </Text>
          <Sessions reauthentication={reauthentication} />
        </Stack>
      )}
    </ReauthenticationDialog>
  );
}
