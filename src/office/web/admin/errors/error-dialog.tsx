import { Anchor, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ErrorGroup, LoggedError } from "#platform/contract/error-reports.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#office/web/api.ts";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { ErrorState } from "#ui/web/error-state.tsx";
import { Count, Moment, momentText } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useRetainedValue } from "#ui/web/admin/retained-value.ts";
import { t } from "./messages.ts";

function Occurrence({ error }: { error: LoggedError }) {
  return (
    <Group component="li" gap="sm" justify="space-between">
      <Moment at={error.createdAt} withTime />
      {error.userId === null ? (
        <Text size="sm" c="dimmed">
          {t("admin-errors.notSignedIn")}
        </Text>
      ) : (
        <Anchor component={Link} size="sm" to={`/admin/dashboard/users?user=${error.userId}`}>
          {t("admin-errors.account")}
        </Anchor>
      )}
    </Group>
  );
}

function useResolving(onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const resolving = useMutation(api.errorReports.resolveError.mutationOptions());
  const resolve = async (group: ErrorGroup) => {
    const isResolved = group.resolvedAt === null;
    try {
      await resolving.mutateAsync({ errorGroupId: group.id, isResolved });
      showToast({
        title: t(isResolved ? "admin-errors.resolvedToast" : "admin-errors.reopenedToast"),
        kind: "success",
        place: "errors",
      });
      onDone();
    } catch (error) {
      const description = apiErrorMessage(error, t("admin-errors.notChangedHint"));
      showToast({
        title: t("admin-errors.notChanged"),
        description,
        kind: "destructive",
        place: "errors",
      });
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.errorReports.listErrors.key() });
      void queryClient.invalidateQueries({ queryKey: api.errorReports.readError.key() });
      void queryClient.invalidateQueries({ queryKey: api.admin.readDashboard.key() });
    }
  };
  return { resolve, isResolving: resolving.isPending };
}

function Details(props: { group: ErrorGroup; occurrences: readonly LoggedError[] }) {
  const { group, occurrences } = props;
  const [newest] = occurrences;
  return (
    <Stack gap="lg">
      <DefinitionList
        items={[
          { term: t("admin-errors.where"), value: group.source },
          { term: t("admin-errors.times"), value: <Count value={group.times} /> },
          {
            term: t("admin-errors.accountsAffected"),
            value: <Count value={group.usersAffected} />,
          },
          { term: t("admin-errors.firstSeen"), value: momentText(group.firstSeenAt, true) },
          { term: t("admin-errors.lastSeen"), value: momentText(group.lastSeenAt, true) },
          { term: t("admin-errors.about"), value: newest?.context ?? "–" },
        ]}
      />
      {newest?.errorStack ? (
        <Code
          block
          tabIndex={0}
          mah={280}
          style={{ overflow: "auto" }}
          aria-label={t("admin-errors.stack")}
        >
          {newest.errorStack}
        </Code>
      ) : null}
      <div>
        <Text fw={600} mb="xs">
          {t("admin-errors.occurrences", { count: occurrences.length })}
        </Text>
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }}>
          {occurrences.map((error) => (
            <Occurrence key={error.id} error={error} />
          ))}
        </Stack>
      </div>
    </Stack>
  );
}

/** @param props.errorGroupId null closes the dialog. */
export function ErrorDialog(props: { errorGroupId: string | null; onClose: () => void }) {
  const { onClose } = props;
  const errorGroupId = useRetainedValue(props.errorGroupId);
  const api = useApi();
  const query = useQuery(
    api.errorReports.readError.queryOptions({
      input: { errorGroupId: errorGroupId ?? "" },
      enabled: errorGroupId !== null,
    }),
  );
  const { resolve, isResolving } = useResolving(onClose);
  const group = query.data?.group;
  return (
    <Dialog
      isOpen={props.errorGroupId !== null}
      onClose={onClose}
      title={group?.errorMessage ?? t("admin-errors.error")}
      size="lg"
    >
      {query.data && group ? (
        <Stack gap="lg">
          <Details {...query.data} />
          <Group justify="flex-end">
            <Button loading={isResolving} onClick={() => void resolve(group)}>
              {t(group.resolvedAt === null ? "admin-errors.resolve" : "admin-errors.openAgain")}
            </Button>
          </Group>
        </Stack>
      ) : query.isError ? (
        <ErrorState
          title={t("admin-errors.oneNotLoaded")}
          description={apiErrorMessage(query.error, t("common.pleaseTryAgain"))}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Dialog>
  );
}
