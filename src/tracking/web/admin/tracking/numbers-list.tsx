import { Anchor, Group, Stack } from "@mantine/core";
import Radar from "lucide-react/icons/radar";
import { Link } from "react-router";
import type { Tracker } from "#tracking/contract/tracking.ts";
import {
  trackerFilters,
  trackerLimits,
  type TrackerFilter,
} from "#tracking/rules/tracking-stages.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useApi } from "#tracking/web/api.ts";
import { useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useList } from "#ui/web/use-list.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { subjectAddress, TrackerStateText } from "./tracker-state.tsx";

const TrackerDialog = laterPart(async () => (await import("./tracker-dialog.tsx")).TrackerDialog);

type Use = Tracker["uses"][number];

function textOf({ packageTrackingNumber, legNumber, inboundParcelId }: Use): string {
  const number = packageTrackingNumber;
  if (number === null) return t("admin-tracking.looseParcel");
  if (legNumber !== null) return t("admin-tracking.leg", { number, leg: legNumber });
  // Without a warehouse nobody sees the parcels of packages.
  return inboundParcelId === null ? number : t("admin-tracking.parcelOf", { number });
}

function Uses(props: { uses: Tracker["uses"] }) {
  if (props.uses.length === 0) return <span>{t("admin-tracking.unused")}</span>;
  return (
    <Stack gap={2}>
      {props.uses.map((use) => (
        <Anchor
          key={use.inboundParcelId ?? `${use.packageId} ${use.legNumber}`}
          component={Link}
          inherit
          underline="hover"
          to={subjectAddress(use)}
        >
          {textOf(use)}
        </Anchor>
      ))}
    </Stack>
  );
}

function columnsFor(nameOf: NameOf, onManage: (id: string) => void): readonly Column<Tracker>[] {
  return [
    {
      key: "number",
      header: t("common.trackingNumber"),
      isTitle: true,
      cell: ({ trackingNumber, carrierCode }) => (
        <>
          <Code>{trackingNumber}</Code>
          <div className={cells["below"]}>
            {carrierCode === null ? t("admin-tracking.unknownCarrier") : nameOf(carrierCode)}
          </div>
        </>
      ),
    },
    {
      key: "state",
      header: t("common.state"),
      cell: (tracker) => <TrackerStateText tracker={tracker} />,
    },
    {
      key: "last",
      header: t("admin-tracking.lastMessage"),
      isNoWrap: true,
      cell: ({ lastEventAt }) =>
        lastEventAt === null ? t("admin-tracking.noUpdate") : <Moment at={lastEventAt} withTime />,
    },
    { key: "uses", header: t("admin-tracking.usedBy"), cell: ({ uses }) => <Uses uses={uses} /> },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: ({ id, trackingNumber }) => (
        <RowButton
          aria-label={t("admin-tracking.manageNumber", { number: trackingNumber })}
          onClick={() => onManage(id)}
        >
          {t("admin-tracking.manage")}
        </RowButton>
      ),
    },
  ];
}

function filterLabel(filter: TrackerFilter): string {
  if (filter === "to_check") {
    return t("admin-tracking.state.to_check", { days: trackerLimits.unfoundDays });
  }
  return t(`admin-tracking.state.${filter}`);
}

const filterIn = (view: TableView) => ({
  state: trackerFilters.find((filter) => filter === view.read("state")) ?? "all",
  search: view.read("search").slice(0, 100),
});

/** The followed numbers of a state, found by a part of their number. */
export function NumbersList() {
  const api = useApi();
  const { nameOf } = useCarriers();
  const { id, open } = useOpenRow("tracker");
  const list = useList((view, page) =>
    api.tracking.listTrackers.queryOptions({ input: { ...filterIn(view), ...page } }),
  );
  const { view, table } = list;
  const { state, search } = filterIn(view);
  const isFiltered = state !== "all" || search !== "";
  return (
    <>
      <Group align="flex-end" gap="sm" mb="md">
        <SearchBox
          label={t("admin-tracking.search")}
          placeholder={t("admin-tracking.searchHint")}
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <Select
          label={t("common.state")}
          w={{ base: "100%", xs: 320 }}
          data={trackerFilters.map((value) => ({ value, label: filterLabel(value) }))}
          value={state}
          allowDeselect={false}
          onChange={(value) => view.write("state", value && value !== "all" ? value : "")}
        />
      </Group>
      <ListCard
        query={list.query}
        failure={{
          title: t("admin-tracking.numbersNotLoaded"),
          description: t("common.noDataLost"),
        }}
      >
        <DataTable
          label={t("admin-tracking.view.numbers")}
          columns={columnsFor(nameOf, open)}
          {...table}
          rowKey={(tracker) => tracker.id}
          empty={
            <EmptyState
              icon={<Radar size={22} />}
              title={t(isFiltered ? "admin-tracking.noMatches" : "admin-tracking.noCarriers")}
              description={t(
                isFiltered ? "admin-tracking.noMatchesHint" : "admin-tracking.noCarriersHint",
              )}
            />
          }
        />
      </ListCard>
      <TrackerDialog
        isWanted={id !== null}
        tracker={table.rows?.find((tracker) => tracker.id === id) ?? null}
        onClose={() => open(null)}
      />
    </>
  );
}
