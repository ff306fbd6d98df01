import { Button, Group, Tabs, Text } from "@mantine/core";
import PackageOpen from "lucide-react/icons/package-open";
import { useSearchParams } from "react-router";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import {
  inboundParcelFilters,
  staffListLimits,
  type InboundParcelFilter,
  parcelName,
} from "#goods/rules/inbound-parcel.ts";
import { useApi } from "#goods/web/api.ts";
import { useOpenRow } from "#ui/web/open-state.ts";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { ListCard } from "#ui/web/section-card.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Count, Moment, momentText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { ParcelOwner, ParcelStateBadge } from "./parcel-owner.tsx";
import classes from "./inbound-parcels.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { StorageText } from "#goods/web/parcels/parcel-storage.tsx";

const ParcelDialog = laterPart(async () => (await import("./parcel-dialog.tsx")).ParcelDialog);

/** The state, and the shelf of a parcel that is here; on which day it was found missing in place of the state. */
function ParcelPlace({ parcel }: { parcel: StaffInboundParcel }) {
  const { state, removalAsked, storageLocationCode, missingSince } = parcel;
  const isHere = state === "received" || state === "packed";
  return (
    <>
      <span className={cells["whole"]}>
        {missingSince === null ? (
          <ParcelStateBadge state={state} removalAsked={removalAsked} />
        ) : (
          <StatusBadge
            color="red"
            label={t("admin-inbound-parcels.missingSinceDay", { day: momentText(missingSince) })}
          />
        )}
      </span>
      {isHere && storageLocationCode !== null ? (
        <div className={cells["below"]}>
          {t("admin-inbound-parcels.onShelf", { code: storageLocationCode })}
        </div>
      ) : null}
    </>
  );
}

function columnsFor(
  onView: (parcel: StaffInboundParcel) => void,
): readonly Column<StaffInboundParcel>[] {
  return [
    {
      key: "parcel",
      header: t("admin-inbound-parcels.parcel"),
      isTitle: true,
      cell: (parcel) => (
        <>
          <Code>{parcelName(parcel)}</Code>
          <div className={cells["below"]}>
            {parcel.packageTrackingNumber === null
              ? t("admin-inbound-parcels.loose")
              : t("admin-inbound-parcels.inPackage", { number: parcel.packageTrackingNumber })}
          </div>
        </>
      ),
    },
    {
      key: "owner",
      place: "second",
      header: t("admin-inbound-parcels.owner"),
      isUnlabelled: true,
      cell: ({ owner }) => <ParcelOwner owner={owner} />,
    },
    {
      key: "state",
      place: "state",
      header: t("common.state"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: (parcel) => <ParcelPlace parcel={parcel} />,
    },
    {
      key: "createdAt",
      place: "below",
      header: t("admin-inbound-parcels.added"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ createdAt, storage }) => (
        <>
          <span className={storage === null ? undefined : "wide-only"}>
            <Moment at={createdAt} />
          </span>
          {storage === null ? null : (
            <div>
              <StorageText storage={storage} />
            </div>
          )}
        </>
      ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (parcel) => (
        <RowButton
          aria-label={t("admin-inbound-parcels.viewDetailsOf", { number: parcelName(parcel) })}
          onClick={() => onView(parcel)}
        >
          {t("common.viewDetails")}
        </RowButton>
      ),
    },
  ];
}

function EmptyParcels(props: {
  filter: InboundParcelFilter;
  isSearch: boolean;
  isOfShelf: boolean;
  onShowAll: () => void;
}) {
  const { filter, isSearch, isOfShelf } = props;
  const shelfTitle = isOfShelf ? "admin-inbound-parcels.emptyShelf" : "admin-inbound-parcels.none";
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t(isSearch ? "admin-inbound-parcels.noMatch" : shelfTitle)}
      description={
        isSearch
          ? t("admin-inbound-parcels.noMatchHint")
          : isOfShelf
            ? t("admin-inbound-parcels.emptyShelfHint")
            : t(`admin-inbound-parcels.empty.${filter}`)
      }
      {...(isSearch || isOfShelf
        ? {
            actions: (
              <Button variant="default" size="sm" onClick={props.onShowAll}>
                {t("admin-inbound-parcels.showAll")}
              </Button>
            ),
          }
        : {})}
    />
  );
}

/** The server counts no further. */
function ParcelCount(props: { value: number }) {
  return (
    <span className={classes["count"]}>
      <Count value={props.value} />
      {props.value >= staffListLimits.counted ? <span>+</span> : null}
    </span>
  );
}

/** That only the parcels of one shelf are listed, and the way back to all. */
function OneShelf(props: { code: string; onShowAll: () => void }) {
  return (
    <Group gap="sm">
      <Text fw={600}>{t("admin-inbound-parcels.onlyShelf", { code: props.code })}</Text>
      <Button variant="default" onClick={props.onShowAll}>
        {t("admin-inbound-parcels.showAllShelves")}
      </Button>
    </Group>
  );
}

const filterIn = (view: TableView) =>
  inboundParcelFilters.find((known) => known === view.read("filter")) ?? "all";
const shelfIn = (view: TableView) => view.read("shelf") || null;

export default function InboundParcelsPage() {
  const api = useApi();
  const { id, open } = useOpenRow("parcel");
  const [, setAddress] = useSearchParams();
  const { view, query, data, table, search } = useList(
    (address, page, words) =>
      api.inboundParcels.listAllInboundParcels.queryOptions({
        input: {
          filter: filterIn(address),
          search: words,
          storageLocationId: shelfIn(address),
          ...page,
        },
      }),
    { pageSize: 50 },
  );
  const filter = filterIn(view);
  const storageLocationId = shelfIn(view);
  const counts = data?.counts;
  // Couriers' deliveries are rarely known, and little is returned, so a tab without such parcels would only be in the way.
  const shownFilters = inboundParcelFilters.filter(
    (value) =>
      (value !== "overdue" && value !== "removal_asked" && value !== "proof_sent") ||
      filter === value ||
      (counts?.[value] ?? 0) > 0,
  );
  return (
    <>
      <PageHeader
        title={t("admin-inbound-parcels.title")}
        description={t("admin-inbound-parcels.summary")}
        actions={
          <ExportButton
            path="/api/admin/inbound-parcels/stock.csv"
            filter={{ filter, search, ...(storageLocationId !== null && { storageLocationId }) }}
            count={table.total}
            countedTo={search === "" ? staffListLimits.counted : Infinity}
          />
        }
      />
      <Group gap="sm" mb="lg">
        <SearchBox
          label={t("admin-inbound-parcels.search")}
          placeholder={t("admin-inbound-parcels.searchHint")}
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        {storageLocationId === null ? null : (
          <OneShelf
            code={table.rows?.[0]?.storageLocationCode ?? view.read("code").slice(0, 20)}
            onShowAll={() => setAddress({})}
          />
        )}
      </Group>
      <Tabs
        value={filter}
        onChange={(value) => view.write("filter", value && value !== "all" ? value : "")}
      >
        <TabList mb="md" aria-label={t("admin-inbound-parcels.tabs")}>
          {shownFilters.map((value) => (
            <Tabs.Tab key={value} value={value} px={{ base: 10, xs: "md" }}>
              <span>{t(`admin-inbound-parcels.tab.${value}`)}</span>{" "}
              {counts ? <ParcelCount value={counts[value]} /> : null}
            </Tabs.Tab>
          ))}
        </TabList>
        {inboundParcelFilters.map((value) => (
          <Tabs.Panel key={value} value={value}>
            <ListCard query={query} failure={{ title: t("admin-inbound-parcels.notLoaded") }}>
              <DataTable
                label={t("admin-inbound-parcels.title")}
                columns={columnsFor((parcel) => open(parcel.id))}
                {...table}
                rowKey={(parcel) => parcel.id}
                countedTo={search === "" ? staffListLimits.counted : staffListLimits.found}
                empty={
                  <EmptyParcels
                    filter={filter}
                    isSearch={search !== ""}
                    isOfShelf={storageLocationId !== null}
                    onShowAll={() => setAddress({})}
                  />
                }
              />
            </ListCard>
          </Tabs.Panel>
        ))}
      </Tabs>
      <ParcelDialog
        isWanted={id !== null}

        inboundParcelId={id}
        known={data?.items.find((parcel) => parcel.id === id)}
        onClose={() => open(null)}
      />
    </>
  );
}
