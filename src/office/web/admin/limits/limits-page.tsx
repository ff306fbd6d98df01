import { RowButton } from "#ui/web/row-button.tsx";
import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Gauge from "lucide-react/icons/gauge";
import { accountOf } from "#platform/rules/counted-account.ts";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { useApi } from "#office/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { useTableView, usePagedList } from "#ui/web/table-view.ts";
import cells from "#ui/web/admin/cells.module.css";
import { SearchBox } from "#ui/web/search-box.tsx";
import { limitKey, useLiftLimit, limitLabel, placeLabel } from "./use-lift-limit.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const pageSize = 20;

function useLimits() {
  const api = useApi();
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const query = useQuery(
    api.limits.listLimits.queryOptions({
      input: { search, page: view.page, pageSize },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { view, search, query, list: usePagedList(query, view, pageSize) };
}

function columnsFor({
  lift,
  liftingKey,
}: ReturnType<typeof useLiftLimit>): readonly Column<CountedLimit>[] {
  return [
    {
      key: "who",
      header: t("admin-limits.who"),
      isTitle: true,
      cell: ({ who }) => (
        <span style={{ overflowWrap: "anywhere" }}>
          <span>{accountOf(who)}</span>
          <span className={`${cells["below"]} ${cells["aside"]}`}>{placeLabel(who)}</span>
        </span>
      ),
    },
    { key: "limit", header: t("admin-limits.limit"), cell: (limit) => limitLabel(limit.limit) },
    {
      key: "attempts",
      header: t("common.attempts"),
      isNoWrap: true,
      cell: (limit) => (
        <Group gap={8} wrap="nowrap">
          <span className="figures">
            {t("admin-limits.attemptsOf", { attempts: limit.attempts, most: limit.mostAttempts })}
          </span>
          {limit.isReached ? (
            <span className={cells["whole"]}>
              <StatusBadge label={t("admin-limits.reached")} color="red" size="sm" />
            </span>
          ) : null}
        </Group>
      ),
    },
    {
      key: "endsAt",
      header: t("admin-limits.ends"),
      isNoWrap: true,
      cell: (limit) => <Moment at={limit.endsAt} withTime />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (limit) => (
        <RowButton
          aria-label={t("admin-limits.liftLimit", {
            limit: limitLabel(limit.limit),
            who: [accountOf(limit.who), placeLabel(limit.who) ?? []].flat().join(" · "),
          })}
          loading={liftingKey === limitKey(limit)}
          onClick={() => void lift(limit)}
        >
          {t("admin-limits.lift")}
        </RowButton>
      ),
    },
  ];
}

function EmptyLimits(props: { isSearched: boolean }) {
  return props.isSearched ? (
    <EmptyState
      icon={<Gauge size={22} />}
      title={t("admin-limits.noMatches")}
      description={t("admin-limits.noMatchesHint")}
    />
  ) : (
    <EmptyState
      icon={<Gauge size={22} />}
      title={t("admin-limits.none")}
      description={t("admin-limits.noneHint")}
    />
  );
}

export default function LimitsPage() {
  const { view, search, query, list } = useLimits();
  const lifting = useLiftLimit();
  return (
    <>
      <PageHeader title={t("admin-limits.title")} description={t("admin-limits.description")} />
      <Group align="flex-end" gap="sm" mb="lg">
        <SearchBox
          label={t("admin-limits.search")}
          placeholder={t("admin-limits.searchPlaceholder")}
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <RefreshButton query={query} />
      </Group>
      <ListCard
        query={query}
        failure={{
          title: t("admin-limits.notLoaded"),
          description: t("admin-limits.stillApply"),
        }}
      >
        <DataTable
          label={t("admin-limits.title")}
          columns={columnsFor(lifting)}
          {...list}
          rowKey={limitKey}
          empty={<EmptyLimits isSearched={search !== ""} />}
        />
      </ListCard>
    </>
  );
}
