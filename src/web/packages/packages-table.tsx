import { RowButton } from "#web/ui/row-button.tsx";
import type { ReactNode } from "react";
import type { ListedPackage } from "#contract/packages.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Moment, Weight } from "#web/ui/figures.tsx";
import type { TableView } from "#web/ui/table-view.ts";
import { LegTrack } from "./leg-track.tsx";
import { PackageTitle } from "./package-title.tsx";
import { PackageStatusBadge } from "./package-status-badge.tsx";
import classes from "./packages-table.module.css";

export const packagesPerPage = 20;

function columnsWith(onOpen: (pkg: ListedPackage) => void): readonly Column<ListedPackage>[] {
  return [
    {
      key: "trackingNumber",
      header: "Package and tracking number",
      isTitle: true,
      cell: (pkg) => <PackageTitle pkg={pkg} />,
    },
    { key: "origin", header: "Origin", cell: (pkg) => pkg.origin },
    { key: "destination", header: "Destination", cell: (pkg) => pkg.destination },
    {
      key: "status",
      header: "Status",
      cell: (pkg) => <PackageStatusBadge status={pkg.status} />,
    },
    { key: "legs", header: "Legs", cell: (pkg) => <LegTrack legs={pkg.legs} /> },
    {
      key: "estimatedWeight",
      header: "Est. weight",
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.estimatedWeightGrams} />,
    },
    {
      key: "finalWeight",
      header: "Final weight",
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.finalWeightGrams} />,
    },
    {
      key: "created",
      header: "Created",
      isNoWrap: true,
      cell: (pkg) => <Moment at={pkg.createdAt} />,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      coversRow: true,
      cell: (pkg) => (
        <RowButton aria-label={`View Details of ${pkg.trackingNumber}`} onClick={() => onOpen(pkg)}>
          View Details
        </RowButton>
      ),
    },
  ];
}

export function PackagesTable(props: {
  rows: readonly ListedPackage[] | undefined;
  total: number | undefined;
  view: TableView;
  isRefreshing: boolean;
  empty: ReactNode;
  onOpen: (pkg: ListedPackage) => void;
}) {
  return (
    <div className={classes["dense"]}>
      <DataTable
        label="Packages"
        columns={columnsWith(props.onOpen)}
        rows={props.rows}
        rowKey={(pkg) => pkg.id}
        view={props.view}
        pageSize={packagesPerPage}
        isRefreshing={props.isRefreshing}
        empty={props.empty}
        total={props.total}
      />
    </div>
  );
}
