import { Button, Group } from "@mantine/core";
import PackageSearch from "lucide-react/icons/package-search";
import type { UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import { unmatchedLimits, parcelName } from "#goods/rules/inbound-parcel.ts";
import cells from "#ui/web/admin/cells.module.css";
import { ListCard } from "#ui/web/section-card.tsx";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useApi } from "#goods/web/api.ts";
import { useCarrierNames } from "#goods/web/parcels/parcel-texts.ts";
import { ParcelThumbnail } from "#goods/web/parcels/parcel-picture.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useList } from "#ui/web/use-list.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { daysSince } from "./claim-facts.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./unmatched.module.css";

const UnmatchedDialog = laterPart(
  async () => (await import("./unmatched-dialog.tsx")).UnmatchedDialog,
);

function columnsFor(
  nameOf: (code: string | null) => string | null,
  onView: (parcel: UnmatchedParcel) => void,
): readonly Column<UnmatchedParcel>[] {
  return [
    {
      key: "parcel",
      header: t("admin-unmatched.parcel"),
      isTitle: true,
      cell: (parcel) => (
        <span className={classes["parcel"]}>
          <ParcelThumbnail url={parcel.thumbnailUrl} />
          <span>
            <Code>{parcelName(parcel)}</Code>
            <div className={cells["below"]}>
              {nameOf(parcel.carrierCode) ??
                t(
                  parcel.trackingNumber === null
                    ? "admin-unmatched.noNumber"
                    : "admin-unmatched.carrierUnknown",
                )}
            </div>
          </span>
        </span>
      ),
    },
    {
      key: "shelf",
      place: "none",
      header: t("admin-unmatched.shelf"),
      isNoWrap: true,
      cell: ({ storageLocationCode }) =>
        storageLocationCode === null ? "–" : <Code>{storageLocationCode}</Code>,
    },
    {
      key: "days",
      place: "state",
      header: t("admin-unmatched.here"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ receivedAt, createdAt }) =>
        t("admin-unmatched.daysHere", { count: daysSince(receivedAt ?? createdAt) }),
    },
    {
      key: "claims",
      place: "below",
      header: t("admin-unmatched.tab.claims"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ openClaimsCount: count }) =>
        count === 0 ? (
          <span className={cells["quiet"]}>{t("admin-unmatched.claimsCount", { count })}</span>
        ) : (
          <span className={cells["whole"]}>
            <StatusBadge label={t("admin-unmatched.claimsCount", { count })} color="yellow" />
          </span>
        ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (parcel) => (
        <RowButton
          aria-label={t("admin-unmatched.openNamed", { number: parcelName(parcel) })}
          onClick={() => onView(parcel)}
        >
          {t("common.view")}
        </RowButton>
      ),
    },
  ];
}

/** The parcels here whose owner is unknown, longest here first. */
export function UnmatchedList() {
  const api = useApi();
  const { id, open } = useOpenRow("parcel");
  const { nameOf } = useCarrierNames();
  const { view, query, table, search } = useList(
    (_, page, words) =>
      api.parcelClaims.listUnmatchedParcels.queryOptions({
        input: { search: words.slice(0, 100), ...page },
      }),
    { pageSize: 50 },
  );
  const isSearch = search !== "";
  return (
    <>
      <Group gap="sm" mb="lg">
        <SearchBox
          label={t("admin-unmatched.search")}
          placeholder={t("admin-unmatched.searchHint")}
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
      </Group>
      <ListCard query={query} failure={{ title: t("admin-unmatched.notLoaded") }}>
        <DataTable
          label={t("admin-unmatched.title")}
          columns={columnsFor(nameOf, (parcel) => open(parcel.id))}
          rowKey={(parcel) => parcel.id}
          {...table}
          countedTo={unmatchedLimits.counted}
          empty={
            <EmptyState
              icon={<PackageSearch size={22} />}
              title={t(isSearch ? "admin-unmatched.noMatch" : "admin-unmatched.none")}
              description={t(isSearch ? "admin-unmatched.noMatchHint" : "admin-unmatched.noneHint")}
              actions={
                isSearch ? (
                  <Button variant="default" size="sm" onClick={() => view.write("search", "")}>
                    {t("admin-unmatched.showAll")}
                  </Button>
                ) : null
              }
            />
          }
        />
      </ListCard>
      <UnmatchedDialog
        isWanted={id !== null}
        inboundParcelId={id}
        known={query.data?.items.find((parcel) => parcel.id === id)}
        onClose={() => open(null)}
      />
    </>
  );
}
