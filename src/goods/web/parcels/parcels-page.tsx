import { Anchor, Button, Group, Stack, Tabs } from "@mantine/core";
import MapPin from "lucide-react/icons/map-pin";
import { useState, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { slot } from "#ui/web/slots.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import PackageSearch from "lucide-react/icons/package-search";
import Boxes from "lucide-react/icons/boxes";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { inboundParcelGroups, type InboundParcelGroup } from "#goods/rules/inbound-parcel.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Count } from "#ui/web/figures.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { ParcelsTable, parcelsPerPage, type Ticks } from "./parcels-table.tsx";
import { DeclareCard } from "./declare-card.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly actionNeeded: object;
    readonly readyToShip: object;
  }
}

const ActionNeeded = slot("actionNeeded");

const ReadyToShip = slot("readyToShip");

export default function ParcelsPage() {
  return (
    <>
      <PageHeader
        title={t("parcels.title")}
        description={t("parcels.description")}
        actions={
          <Button
            component={Link}
            to="/dashboard/address"
            variant="default"
            leftSection={<MapPin size={18} aria-hidden="true" />}
          >
            {t("parcels.myAddress")}
          </Button>
        }
      />
      <Stack gap="xl">
        <LazyPart>
          <ActionNeeded />
          <ReadyToShip />
        </LazyPart>
        <DeclareCard />
        <ParcelList />
        <Group>
          <Anchor component={Link} to="/dashboard/parcels/claims" size="sm" py="sm">
            {t("parcels.claim")}
          </Anchor>
        </Group>
      </Stack>
    </>
  );
}

function focusPasteField(): void {
  document.querySelector<HTMLElement>('[data-path="text"]')?.focus();
}

function NoParcels(props: { group: InboundParcelGroup }) {
  const { group } = props;
  return (
    <EmptyState
      icon={<Boxes size={22} />}
      title={t(`parcels.empty.${group}`)}
      description={t(`parcels.empty.${group}Text`)}
      actions={
        group === "awaited" ? (
          <>
            <Button component={Link} to="/dashboard/address">
              {t("parcels.myAddress")}
            </Button>
            <Button variant="default" onClick={focusPasteField}>
              {t("parcels.pasteNumbers")}
            </Button>
          </>
        ) : null
      }
    />
  );
}

function NoMatches(props: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<PackageSearch size={22} />}
      title={t("parcels.empty.search")}
      description={t("parcels.empty.searchText")}
      actions={
        <Button variant="default" size="sm" onClick={props.onShowAll}>
          {t("parcels.showAll")}
        </Button>
      }
    />
  );
}

/** The ticked parcels among `rows`; others are forgotten when they leave the list. */
function useTicks(rows: readonly InboundParcel[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const parcels = (rows ?? []).filter(({ id }) => ids.has(id));
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ids);
    if (isTicked) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return { ids, tick, parcels, clear: () => setIds(new Set()) };
}

type Rows = readonly InboundParcel[] | undefined;

/** Parcels that the courier has delivered and nobody has scanned yet, apart from those still on the way. */
function apart(rows: Rows, group: InboundParcelGroup): { delivered: Rows; others: Rows } {
  if (group !== "awaited" || rows === undefined) return { delivered: [], others: rows };
  return {
    delivered: rows.filter(({ courierDeliveredAt }) => courierDeliveredAt !== null),
    others: rows.filter(({ courierDeliveredAt }) => courierDeliveredAt === null),
  };
}

const groupIn = (view: TableView) =>
  inboundParcelGroups.find((one) => one === view.read("group")) ?? "awaited";

function useParcelList() {
  const api = useApi();
  const list = useList(
    (view, page, search) =>
      api.inboundParcels.listInboundParcels.queryOptions({
        input: { group: groupIn(view), search, ...page },
      }),
    { pageSize: parcelsPerPage },
  );
  return { ...list, group: groupIn(list.view) };
}

function GroupTables(props: { shown: ReturnType<typeof useParcelList>; ticks: Ticks }) {
  const { group, search, table } = props.shown;
  const { rows, total, view, isRefreshing } = table;
  const [, setAddress] = useSearchParams();
  const { delivered = [], others } = apart(rows, group);
  const common = { group, isRefreshing, ticks: props.ticks };
  const empty: ReactNode =
    search === "" ? <NoParcels group={group} /> : <NoMatches onShowAll={() => setAddress({})} />;
  const isEverythingDelivered = delivered.length > 0 && others?.length === 0;
  return (
    <Stack gap="lg">
      {delivered.length === 0 ? null : (
        <SectionCard
          flush
          title={t("parcels.deliveredHere")}
          description={t("parcels.deliveredHereText")}
        >
          <ParcelsTable
            {...common}
            label={t("parcels.deliveredHere")}
            rows={delivered}
            empty={null}
          />
        </SectionCard>
      )}
      {isEverythingDelivered && (total ?? 0) <= parcelsPerPage ? null : (
        <SectionCard flush>
          <ParcelsTable
            {...common}
            label={t(`parcels.group.${group}`)}
            rows={others}
            total={total}
            view={view}
            empty={empty}
          />
        </SectionCard>
      )}
    </Stack>
  );
}

/** The own parcels by group, with a search, and what can be done with the ticked ones. */
export function ParcelList() {
  const shown = useParcelList();
  const { view, group, search, query, data } = shown;
  const ticks = useTicks(shown.table.rows);
  if (!data && query.isError) {
    return (
      <ErrorState
        title={t("parcels.notLoaded")}
        description={apiErrorMessage(query.error, t("common.noDataLost"))}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Tabs
      value={group}
      onChange={(next) => {
        ticks.clear();
        view.write("group", next === "awaited" ? "" : (next ?? ""));
      }}
    >
      <TabList mb="lg">
        {inboundParcelGroups.map((one) => (
          <Tabs.Tab key={one} value={one} px={{ base: 8, xs: "md" }}>
            {data ? (
              <RichText
                id="parcels.groupCount"
                values={{
                  group: t(`parcels.group.${one}`),
                  count: <Count value={data.counts[one]} />,
                }}
              />
            ) : (
              t(`parcels.group.${one}`)
            )}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={group}>
        {data?.counts[group] === 0 && search === "" ? null : (
          <Group mb={{ base: "sm", sm: "md" }}>
            <SearchBox
              label={t("parcels.search")}
              placeholder={t("parcels.searchPlaceholder")}
              value={search}
              onSearch={(text) => view.write("search", text)}
            />
          </Group>
        )}
        <GroupTables shown={shown} ticks={group === "gone" ? null : ticks} />
        {ticks.parcels.length > 0 ? (
          <SelectionBar parcels={ticks.parcels} onClear={ticks.clear} />
        ) : null}
      </Tabs.Panel>
    </Tabs>
  );
}
