import Wrench from "lucide-react/icons/wrench";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { priorityPacking } from "#catalogue/rules/extra-service.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useApi } from "#shipping/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Moment, momentText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { useList } from "#ui/web/use-list.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { workName, workPlace } from "./request-words.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./packing.module.css";

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
  const { id, open } = useOpenRow("order");
  const { query, table } = useList((_, page) =>
    api.extraServices.listExtraServiceWork.queryOptions({ input: page }),
  );
  return (
    <>
      <ListCard
        query={query}
        failure={{ title: t("packing.servicesNotLoaded"), description: t("common.noDataLost") }}
      >
        <DataTable
          label={t("packing.group.extra_services")}
          columns={columnsFor(open)}
          {...table}
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
      <ExtraServiceDialog
        isWanted={id !== null}
        work={table.rows?.find((work) => work.id === id) ?? null}
        onClose={() => open(null)}
      />
    </>
  );
}

const ExtraServiceDialog = laterPart(
  async () => (await import("#shipping/web/packing/extra-service-dialog.tsx")).ExtraServiceDialog,
);

/** What has to be done, or refused, before the box of a request can be closed; packing itself is what priority is for. */
export function openWorkOf(request: PackingRequest): readonly ExtraServiceWork[] {
  const ofParcels = request.parcels.flatMap(({ extraServices }) => extraServices);
  return [...request.extraServices, ...ofParcels].filter(
    ({ state, code }) => state === "ordered" && code !== priorityPacking,
  );
}

/** The same above all else, each with where it is done and a button that opens it. */
export function WorkFirst({ work }: { work: readonly ExtraServiceWork[] }) {
  if (work.length === 0) return null;
  return (
    <Alert color="yellow" title={t("packing.workFirst", { count: work.length })}>
      <ExtraServiceLines work={work} withPlace />
    </Alert>
  );
}

/** What follows the name: where it is done, and by when. */
function workDetails(work: ExtraServiceWork, withPlace: boolean): string {
  const due =
    work.state === "ordered" ? t("packing.dueBy", { moment: momentText(work.dueAt, true) }) : null;
  return [withPlace ? workPlace(work) : null, due]
    .map((detail) => (detail === null ? "" : ` · ${detail}`))
    .join("");
}

/** What was ordered for a parcel or a package, each with a button that opens it. */
export function ExtraServiceLines(props: {
  work: readonly ExtraServiceWork[];
  withPlace?: boolean;
}) {
  const { work, withPlace = false } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  if (work.length === 0) return null;
  return (
    <>
      <ul className={classes["services"]}>
        {work.map((one) => (
          <li key={one.id}>
            <Group gap="xs" justify="space-between">
              <span>
                <Text span fw={600}>
                  {workName(one)}
                </Text>
                <Text span size="sm">
                  {workDetails(one, withPlace)}
                </Text>
              </span>
              {one.state === "ordered" ? (
                <Button
                  variant="light"
                  size="sm"
                  aria-label={t("packing.workNamed", { name: one.name })}
                  onClick={() => setOpenId(one.id)}
                >
                  {t("packing.work")}
                </Button>
              ) : (
                <StatusBadge
                  label={t(`packing.serviceState.${one.state}`)}
                  color={one.state === "done" ? "green" : "gray"}
                />
              )}
            </Group>
          </li>
        ))}
      </ul>
      <ExtraServiceDialog
        isWanted={openId !== null}
        work={work.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}
