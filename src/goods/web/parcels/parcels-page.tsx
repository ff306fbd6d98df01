import { Anchor, Button, Group, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
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
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { Count } from "#ui/web/figures.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { TabList } from "#ui/web/tab-list.tsx";
import { ParcelsTable, parcelsPerPage, type ParcelChange, type Ticks } from "./parcels-table.tsx";
import { DeclareCard } from "./declare-card.tsx";
import { ListBar, SelectionActions } from "./selection-bar.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { useChosenParcels } from "./chosen-parcels.ts";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly actionNeeded: object;
    /** What the ticked parcels are shipped for, and the button that does it; without any, all that can be. */
    readonly shelfShipment: {
      chosen: readonly string[] | null;
      /** Told what each parcel changes of the price. */
      onChanges: (changes: readonly ParcelChange[]) => void;
      /** What else can be done with them. */
      children: Elements;
    };
  }
}

const ActionNeeded = slot("actionNeeded");

const ShelfShipment = slot("shelfShipment");

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
        </LazyPart>
        <Parcels />
        <Group>
          <Anchor component={Link} to="/dashboard/parcels/claims" size="sm" py="sm">
            {t("parcels.claim")}
          </Anchor>
        </Group>
      </Stack>
    </>
  );
}

/** The first page of what is here, which says what the whole page begins with. */
function useFirstHere() {
  const input = { group: "here", page: 1, pageSize: parcelsPerPage, search: "" } as const;
  return useQuery(useApi().inboundParcels.listInboundParcels.queryOptions({ input }));
}

/** What is here comes first, where there is something. */
function Parcels() {
  const query = useFirstHere();
  const { data } = query;
  // The order stays while somebody reads or types, whatever arrives.
  const [isHereFirst, setHereFirst] = useState<boolean | null>(null);
  if (data !== undefined && isHereFirst === null) setHereFirst(data.total > 0);
  if (isHereFirst === null) {
    return (
      <NotLoaded
        query={query}
        failure={{
          title: t("parcels.notLoaded"),
          description: apiErrorMessage(query.error, t("common.noDataLost")),
        }}
        lines={6}
        isCard
      />
    );
  }
  return isHereFirst ? (
    <>
      <ParcelList first="here" />
      <DeclareCard />
    </>
  ) : (
    <>
      <DeclareCard />
      <ParcelList first="awaited" />
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

/** The ticked parcels among `rows`; those of other pages and searches stay in the address. */
function useTicks(rows: readonly InboundParcel[] | undefined) {
  const { chosen, choose } = useChosenParcels();
  const parcels = (rows ?? []).filter(({ id }) => chosen?.includes(id));
  const ids = new Set(parcels.map(({ id }) => id));
  const tick = (id: string, isTicked: boolean) => {
    const others = (chosen ?? []).filter((one) => one !== id);
    const next = isTicked ? [...others, id] : others;
    choose(next.length === 0 ? null : next);
  };
  return { ids, tick, parcels, clear: () => choose(null) };
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

/** In the order in which they matter. */
const openGroups = ["here", "awaited"] as const;

function useParcelList(first: InboundParcelGroup) {
  const api = useApi();
  const [unchosen, setUnchosen] = useState(first);
  const chosenIn = (view: TableView) =>
    inboundParcelGroups.find((one) => one === view.read("group"));
  const groupIn = (view: TableView) => chosenIn(view) ?? unchosen;
  const list = useList(
    (view, page, search) =>
      api.inboundParcels.listInboundParcels.queryOptions({
        input: { group: groupIn(view), search, ...page },
      }),
    { pageSize: parcelsPerPage },
  );
  const counts = list.data?.counts;
  // Nobody who has chosen no tab looks at an empty one while there is something in another, such as the first arrivals.
  // What was read earlier of the other tab may not know of it yet.
  const isKnown = !list.query.isFetching && chosenIn(list.view) === undefined;
  const next =
    isKnown && counts?.[unchosen] === 0 ? openGroups.find((group) => counts[group] > 0) : undefined;
  if (next !== undefined && next !== unchosen) setUnchosen(next);
  return { ...list, group: groupIn(list.view) };
}

function GroupTables(props: {
  shown: ReturnType<typeof useParcelList>;
  ticks: Ticks;
  changes: readonly ParcelChange[];
}) {
  const { group, search, table } = props.shown;
  const { rows, total, view, isRefreshing } = table;
  const [, setAddress] = useSearchParams();
  const { delivered = [], others } = apart(rows, group);
  const common = { group, isRefreshing, ticks: props.ticks, changes: props.changes };
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
        <SectionCard flush {...(group === "here" ? { title: t("parcels.here") } : {})}>
          <ParcelsTable
            {...common}
            label={t(group === "here" ? "parcels.here" : `parcels.group.${group}`)}
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

/** What can be done with the ticked parcels, or with all that are here. */
function ListActions(props: {
  group: InboundParcelGroup;
  ticks: ReturnType<typeof useTicks>;
  onChanges: (changes: readonly ParcelChange[]) => void;
}) {
  const { group, ticks } = props;
  const { parcels, clear } = ticks;
  if (group === "here") {
    return (
      <LazyPart>
        <ShelfShipment
          chosen={parcels.length === 0 ? null : parcels.map(({ id }) => id)}
          onChanges={props.onChanges}
        >
          {parcels.length === 0 ? null : (
            <SelectionActions parcels={parcels} isQuiet onClear={clear} />
          )}
        </ShelfShipment>
      </LazyPart>
    );
  }
  if (parcels.length === 0) return null;
  return (
    <ListBar
      label={t("parcels.selection")}
      facts={<strong>{t("parcels.selected", { count: parcels.length })}</strong>}
    >
      <SelectionActions parcels={parcels} onClear={clear} />
    </ListBar>
  );
}

/** The own parcels by group, with a search, and what can be done with the ticked ones. */
function ParcelList(props: { first: InboundParcelGroup }) {
  const shown = useParcelList(props.first);
  const { view, group, search, query, data } = shown;
  const ticks = useTicks(group === "gone" ? [] : shown.table.rows);
  const [changes, setChanges] = useState<readonly ParcelChange[]>([]);
  if (!data && query.isError) {
    return (
      <NotLoaded
        query={query}
        failure={{
          title: t("parcels.notLoaded"),
          description: apiErrorMessage(query.error, t("common.noDataLost")),
        }}
        lines={6}
      />
    );
  }
  return (
    <Tabs value={group} onChange={(next) => view.write("group", next ?? "")}>
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
        <GroupTables
          shown={shown}
          ticks={group === "gone" ? null : ticks}
          changes={group === "here" ? changes : []}
        />
        <ListActions group={group} ticks={ticks} onChanges={setChanges} />
      </Tabs.Panel>
    </Tabs>
  );
}
