import { Group } from "@mantine/core";
import Gauge from "lucide-react/icons/gauge";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { accountOf } from "#platform/rules/counted-account.ts";
import { useApi } from "#office/web/api.ts";
import cells from "#ui/web/admin/cells.module.css";
import type { Column } from "#ui/web/data-table.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { limitKey, limitLabel, placeLabel, useLiftLimit } from "./use-lift-limit.ts";

function columnsFor(lifting: ReturnType<typeof useLiftLimit>): readonly Column<CountedLimit>[] {
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
          loading={lifting.input !== undefined && limitKey(lifting.input) === limitKey(limit)}
          onClick={() => void lifting.run({ limit: limit.limit, who: limit.who })}
        >
          {t("admin-limits.lift")}
        </RowButton>
      ),
    },
  ];
}

export default function LimitsPage() {
  const api = useApi();
  const list = useList((_view, page, search) =>
    api.limits.listLimits.queryOptions({ input: { search, ...page } }),
  );
  return (
    <ListPage
      title={t("admin-limits.title")}
      description={t("admin-limits.description")}
      search={{ label: t("admin-limits.search"), placeholder: t("admin-limits.searchPlaceholder") }}
      hasRefresh
      list={list}
      columns={columnsFor(useLiftLimit())}
      rowKey={limitKey}
      failure={{ title: t("admin-limits.notLoaded"), description: t("admin-limits.stillApply") }}
      icon={<Gauge size={22} />}
      empty={{ title: t("admin-limits.none"), description: t("admin-limits.noneHint") }}
      noMatches={{
        title: t("admin-limits.noMatches"),
        description: t("admin-limits.noMatchesHint"),
      }}
    />
  );
}
