import { Anchor, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import FolderOpen from "lucide-react/icons/folder-open";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserThings } from "#office/contract/user-things.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { ParcelStateBadge } from "#goods/web/admin/inbound-parcels/parcel-owner.tsx";
import { LegStatusBadge } from "#goods/web/packages/package-cells.tsx";
import { useApi } from "#office/web/api.ts";
import cells from "#ui/web/admin/cells.module.css";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

type PackageRow = UserThings["packages"]["items"][number];
type ParcelRow = UserThings["inboundParcels"]["items"][number];
type CaseRow = UserThings["cases"]["items"][number];

export const thingTabs = ["packages", "inboundParcels", "cases"] as const;
export type ThingTab = (typeof thingTabs)[number];

/** The newest packages, parcels and cases of a user; `isWanted` reads them. */
export function useUserThings(userId: string, isWanted: boolean) {
  const api = useApi();
  return useQuery(
    api.users.listUserThings.queryOptions({ input: { userId }, enabled: isWanted, staleTime: 0 }),
  );
}

function ThingLink(props: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={props.to} inherit>
      {props.children}
    </Anchor>
  );
}

function dateColumn<Row>(at: (row: Row) => string): Column<Row> {
  return {
    key: "date",
    place: "second",
    header: t("common.date"),
    isUnlabelled: true,
    isNoWrap: true,
    cell: (row) => <Moment at={at(row)} />,
  };
}

function packageColumns(hasWarehouse: boolean): readonly Column<PackageRow>[] {
  return [
    {
      key: "package",
      header: t("admin-cases.subject.package"),
      isTitle: true,
      cell: ({ id, number, trackingNumber, destination }) => (
        <>
          <ThingLink to={`/admin/dashboard/shipments?package=${id}`}>
            <Code>{hasWarehouse ? packageNumberText(number) : trackingNumber}</Code>
          </ThingLink>
          <div className={cells["below"]}>{placeName(destination)}</div>
        </>
      ),
    },
    dateColumn(({ createdAt }) => createdAt),
    {
      key: "status",
      place: "state",
      header: t("common.status"),
      isUnlabelled: true,
      cell: (pkg) => <LegStatusBadge status={pkg.status} />,
    },
  ];
}

function parcelColumns(): readonly Column<ParcelRow>[] {
  return [
    {
      key: "parcel",
      header: t("admin-inbound-parcels.parcel"),
      isTitle: true,
      cell: (parcel) => (
        <>
          <ThingLink to={`/admin/dashboard/inbound-parcels?parcel=${parcel.id}`}>
            <Code>{parcelName(parcel)}</Code>
          </ThingLink>
          {parcel.storageLocationCode === null ? null : (
            <div className={cells["below"]}>
              {t("admin-inbound-parcels.onShelf", { code: parcel.storageLocationCode })}
            </div>
          )}
        </>
      ),
    },
    dateColumn(({ createdAt }) => createdAt),
    {
      key: "state",
      place: "state",
      header: t("common.state"),
      isUnlabelled: true,
      cell: (parcel) => <ParcelStateBadge {...parcel} />,
    },
  ];
}

function caseAddress(id: string): string {
  const query = new URLSearchParams({ kind: "open_cases", case: id });
  return `/admin/dashboard/work-items?${query.toString()}`;
}

function aboutCase({ kind, subject, subjectName }: CaseRow): string {
  const thing = `${t(`admin-cases.subject.${subject}`)} ${subjectName}`.trim();
  return `${t(`admin-cases.kind.${kind}`)} · ${thing}`;
}

function caseColumns(): readonly Column<CaseRow>[] {
  return [
    {
      key: "case",
      header: t("admin-cases.case"),
      isTitle: true,
      cell: (row) => (
        <>
          <ThingLink to={caseAddress(row.id)}>{row.number}</ThingLink>
          <div className={cells["below"]}>{aboutCase(row)}</div>
        </>
      ),
    },
    dateColumn(({ openedAt }) => openedAt),
    {
      key: "state",
      place: "state",
      header: t("common.state"),
      isUnlabelled: true,
      cell: ({ isOpen }) => (
        <StatusBadge
          label={t(isOpen ? "admin-users.things.open" : "admin-users.things.closed")}
          color={isOpen ? "yellow" : "gray"}
        />
      ),
    },
  ];
}

type Things<Row> = { readonly items: readonly Row[]; readonly total: number };

/** The newest things of one kind; where there are more, `allAddress` is a page that lists them all. */
function ThingsTable<Row extends { readonly id: string }>(props: {
  label: string;
  columns: readonly Column<Row>[];
  things: Things<Row>;
  allAddress: string | null;
}) {
  const { items, total } = props.things;
  const shown = t("admin-users.things.newest", { shown: items.length, total });
  return (
    <Stack gap="sm">
      <SectionCard flush>
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={[...items]}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<FolderOpen size={22} />} title={t("admin-users.things.none")} />
          }
        />
      </SectionCard>
      {items.length < total ? (
        <Text size="sm" c="dimmed">
          {props.allAddress === null ? shown : <ThingLink to={props.allAddress}>{shown}</ThingLink>}
        </Text>
      ) : null}
    </Stack>
  );
}

/** The panels of the tabs about what a user has. */
export function UserThingPanels(props: { query: ReturnType<typeof useUserThings>; email: string }) {
  const { query, email } = props;
  const hasWarehouse = useHasWarehouse();
  const { data } = query;
  const found = new URLSearchParams({ search: email }).toString();
  const panelOf = (tab: ThingTab): ReactNode => {
    if (query.isError && data === undefined) {
      return (
        <ErrorState
          title={t("admin-users.things.notLoaded")}
          description={t("common.noDataLost")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    }
    if (data === undefined) return <LoadingLines lines={6} />;
    switch (tab) {
      case "packages":
        return (
          <ThingsTable
            label={t("admin-users.things.packages")}
            columns={packageColumns(hasWarehouse)}
            things={data.packages}
            allAddress={`/admin/dashboard/shipments?${found}`}
          />
        );
      case "inboundParcels":
        return (
          <ThingsTable
            label={t("admin-users.things.inboundParcels")}
            columns={parcelColumns()}
            things={data.inboundParcels}
            allAddress={`/admin/dashboard/inbound-parcels?${found}`}
          />
        );
      case "cases":
        return (
          <ThingsTable
            label={t("admin-users.things.cases")}
            columns={caseColumns()}
            things={data.cases}
            allAddress={null}
          />
        );
    }
  };
  return (
    <>
      {thingTabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          {panelOf(tab)}
        </Tabs.Panel>
      ))}
    </>
  );
}
