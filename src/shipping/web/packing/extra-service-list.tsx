import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Wrench from "lucide-react/icons/wrench";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useOpenRow } from "#ui/web/admin/use-open-row.ts";
import { useApi } from "#shipping/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { ListCard } from "#ui/web/list-card.tsx";
import { usePagedList } from "#ui/web/paged-list.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { ExtraServiceDialog } from "./extra-service-lines.tsx";
import { workName, workPlace } from "./request-words.ts";
import { t } from "./messages.ts";

const pageSize = 20;

function columnsFor(onOpen: (id: string) => void): readonly Column<ExtraServiceWork>[] {
  return [
    {
      key: "service",
      header: t("packing.extraService"),
      isTitle: true,
      cell: (work) => (
        <>
          <span>{workName(work)}</span>
          <div className={cells["below"]}>{workPlace(work)}</div>
        </>
      ),
    },
    {
      key: "due",
      header: t("packing.due"),
      isNoWrap: true,
      cell: ({ dueAt }) => <Moment at={dueAt} withTime />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (work) => (
        <RowButton
          aria-label={t("packing.workNamed", { name: work.name })}
          onClick={() => onOpen(work.id)}
        >
          {t("packing.work")}
        </RowButton>
      ),
    },
  ];
}

/** The open orders of extra services, those due first. */
export function ExtraServiceList() {
  const api = useApi();
  const view = useTableView();
  const { id, open } = useOpenRow("order");
  const query = useQuery(
    api.extraServices.listExtraServiceWork.queryOptions({
      input: { page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  const list = usePagedList(query, view, pageSize);
  return (
    <>
      <ListCard
        query={query}
        failure={{ title: t("packing.servicesNotLoaded"), description: t("common.noDataLost") }}
      >
        <DataTable
          label={t("packing.group.extra_services")}
          columns={columnsFor(open)}
          {...list}
          rowKey={(work) => work.id}
          empty={
            <EmptyState
              icon={<Wrench size={22} />}
              title={t("packing.noServices")}
              description={t("packing.noServicesHint")}
            />
          }
        />
      </ListCard>
      <LazyPart isWanted={id !== null}>
        <ExtraServiceDialog
          work={list.rows?.find((work) => work.id === id) ?? null}
          onClose={() => open(null)}
        />
      </LazyPart>
    </>
  );
}
