import { RowButton } from "#ui/web/row-button.tsx";
import { errorSources, errorStates } from "#platform/rules/list-page.ts";
import { Group, Stack, Anchor, Button, Code, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ErrorGroup, LoggedError } from "#platform/contract/error-reports.ts";
import { useApi } from "#office/web/api.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Count, Moment, momentText, optionalText } from "#ui/web/figures.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { useAction } from "#ui/web/action.ts";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useOpenRow } from "#ui/web/open-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { Link } from "react-router";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { Dialog } from "#ui/web/dialog.tsx";

function columnsFor(onShow: (group: ErrorGroup) => void): readonly Column<ErrorGroup>[] {
  return [
    {
      key: "message",
      header: t("admin-errors.error"),
      isTitle: true,
      cell: ({ errorMessage, place }) => (
        <div style={{ overflowWrap: "anywhere" }}>
          <span>{errorMessage}</span>
          {place ? <div className={cells["below"]}>{place}</div> : null}
        </div>
      ),
    },
    { key: "source", header: t("admin-errors.where"), cell: ({ source }) => source },
    {
      key: "times",
      header: t("admin-errors.times"),
      align: "end",
      cell: ({ times }) => <Count value={times} />,
    },
    {
      key: "users",
      header: t("admin-errors.accounts"),
      align: "end",
      cell: ({ usersAffected }) => <Count value={usersAffected} />,
    },
    {
      key: "lastSeenAt",
      header: t("admin-errors.lastSeen"),
      isNoWrap: true,
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} withTime />,
    },
    {
      key: "state",
      header: t("common.state"),
      cell: ({ resolvedAt }) => (
        <span className={cells["whole"]}>
          <StatusBadge
            label={t(`admin-errors.state.${resolvedAt === null ? "open" : "resolved"}`)}
            color={resolvedAt === null ? "yellow" : "green"}
          />
        </span>
      ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (group) => (
        <RowButton
          aria-label={t("admin-errors.detailsOf", { message: group.errorMessage })}
          onClick={() => onShow(group)}
        >
          {t("common.details")}
        </RowButton>
      ),
    },
  ];
}

const stateIn = (view: TableView) =>
  errorStates.find((name) => name === view.read("state")) ?? "open";
const sourceIn = (view: TableView) =>
  errorSources.find((name) => name === view.read("source")) ?? "all";

function Filters({ view }: { view: TableView }) {
  return (
    <>
      <Select
        label={t("common.state")}
        w={{ base: "100%", xs: 200 }}
        data={errorStates.map((name) => ({
          value: name,
          label: t(`admin-errors.state.${name}`),
        }))}
        value={stateIn(view)}
        onChange={(value) => view.write("state", value && value !== "open" ? value : "")}
      />
      <Select
        label={t("admin-errors.where")}
        w={{ base: "100%", xs: 200 }}
        data={errorSources.map((name) => ({
          value: name,
          label: t(`admin-errors.source.${name}`),
        }))}
        value={sourceIn(view)}
        onChange={(value) => view.write("source", value && value !== "all" ? value : "")}
      />
    </>
  );
}

export default function ErrorsPage() {
  const api = useApi();
  const list = useList((view, page) =>
    api.errorReports.listErrors.queryOptions({
      input: { state: stateIn(view), source: sourceIn(view), ...page },
    }),
  );
  const { id: shown, open: openRow } = useOpenRow("error");
  const isOpenAlone = stateIn(list.view) === "open";
  return (
    <ListPage
      title={t("admin-errors.title")}
      description={t("admin-errors.description")}
      filters={<Filters view={list.view} />}
      hasRefresh
      list={list}
      columns={columnsFor(({ id }) => openRow(id))}
      rowKey={({ id }) => id}
      failure={{ title: t("admin-errors.notLoaded"), description: t("common.noDataLost") }}
      icon={<CircleCheck size={22} />}
      empty={{
        title: t(isOpenAlone ? "admin-errors.noOpenErrors" : "admin-errors.noMatches"),
        description: t("admin-errors.storedFor"),
      }}
    >
      <ErrorDialog
        errorGroupId={shown !== null && /^[0-9a-f-]{36}$/.test(shown) ? shown : null}
        onClose={() => openRow(null)}
      />
    </ListPage>
  );
}

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

function useResolving() {
  return useAction(useApi().errorReports.resolveError.mutationOptions(), {
    done: (_group, { isResolved }) => ({
      title: t(isResolved ? "admin-errors.resolvedToast" : "admin-errors.reopenedToast"),
    }),
    failed: () => t("admin-errors.notChanged"),
    hint: t("admin-errors.notChangedHint"),
  });
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
          { term: t("admin-errors.about"), value: optionalText(newest?.context) },
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
  const { errorGroupId, onClose } = props;
  const api = useApi();
  const query = useQuery(
    api.errorReports.readError.queryOptions({
      input: errorGroupId === null ? skipToken : { errorGroupId },
    }),
  );
  const resolving = useResolving();
  const resolve = async ({ id, resolvedAt }: ErrorGroup) => {
    if (await resolving.run({ errorGroupId: id, isResolved: resolvedAt === null })) onClose();
  };
  const group = query.data?.group;
  return (
    <Dialog
      isOpen={errorGroupId !== null}
      onClose={onClose}
      title={group?.errorMessage ?? t("admin-errors.error")}
      size="lg"
    >
      {query.data && group ? (
        <Stack gap="lg">
          <Details {...query.data} />
          <Group justify="flex-end">
            <Button loading={resolving.isRunning} onClick={() => void resolve(group)}>
              {t(group.resolvedAt === null ? "admin-errors.resolve" : "admin-errors.openAgain")}
            </Button>
          </Group>
        </Stack>
      ) : (
        <NotLoaded
          query={query}
          failure={{
            title: t("admin-errors.oneNotLoaded"),
            description: apiErrorMessage(query.error, t("common.pleaseTryAgain")),
          }}
          lines={8}
        />
      )}
    </Dialog>
  );
}
