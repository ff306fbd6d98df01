import { Anchor, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ErrorGroup, LoggedError } from "#contract/error-reports.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Moment, momentText } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRetainedValue } from "#web/admin/retained-value.ts";

function Occurrence({ error }: { error: LoggedError }) {
  return (
    <Group component="li" gap="sm" justify="space-between">
      <Moment at={error.createdAt} withTime />
      {error.userId === null ? (
        <Text size="sm" c="dimmed">
          Not signed in
        </Text>
      ) : (
        <Anchor component={Link} size="sm" to={`/admin/dashboard/users?user=${error.userId}`}>
          Account
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
        title: isResolved ? "Error resolved" : "Error reopened",
        kind: "success",
        place: "errors",
      });
      onDone();
    } catch (error) {
      const description = apiErrorMessage(error, "The error was not changed. Please try again.");
      showToast({ title: "Error not changed", description, kind: "destructive", place: "errors" });
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
          { term: "Where", value: group.source },
          { term: "Times", value: group.times.toLocaleString() },
          { term: "Accounts affected", value: group.usersAffected.toLocaleString() },
          { term: "First seen", value: momentText(group.firstSeenAt, true) },
          { term: "Last seen", value: momentText(group.lastSeenAt, true) },
          { term: "About", value: newest?.context ?? "–" },
        ]}
      />
      {newest?.errorStack ? (
        <Code block tabIndex={0} mah={280} style={{ overflow: "auto" }} aria-label="Stack">
          {newest.errorStack}
        </Code>
      ) : null}
      <div>
        <Text fw={600} mb="xs">
          {occurrences.length === 1 ? "Last occurrence" : `Last ${occurrences.length} occurrences`}
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
      title={group?.errorMessage ?? "Error"}
      size="lg"
    >
      {query.data && group ? (
        <Stack gap="lg">
          <Details {...query.data} />
          <Group justify="flex-end">
            <Button loading={isResolving} onClick={() => void resolve(group)}>
              {group.resolvedAt === null ? "Resolve" : "Open again"}
            </Button>
          </Group>
        </Stack>
      ) : query.isError ? (
        <ErrorState
          title="The error could not be loaded"
          description={apiErrorMessage(query.error, "Please try again.")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Dialog>
  );
}
