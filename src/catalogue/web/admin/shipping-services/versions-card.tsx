import { Group, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#catalogue/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { dayText, Moment } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { sourceText } from "./source-text.ts";
import { VersionDifferences } from "./version-details.tsx";

type Versions = readonly ServiceVersionSummary[];

function columns(
  currentId: string | null,
  today: string,
): readonly Column<ServiceVersionSummary>[] {
  return [
    {
      key: "version",
      header: t("admin-services.version"),
      isTitle: true,
      cell: ({ id, version, isActive, validFrom }) => (
        <Group gap={6}>
          <span>{t("admin-services.versionFrom", { version, day: dayText(validFrom) })}</span>
          {id === currentId ? (
            <StatusBadge label={t("admin-services.validNow")} color="green" size="sm" />
          ) : null}
          {validFrom > today ? (
            <StatusBadge label={t("admin-services.upcoming")} color="sea" size="sm" />
          ) : null}
          {isActive ? null : (
            <StatusBadge label={t("admin-services.closed")} color="gray" size="sm" />
          )}
        </Group>
      ),
    },
    {
      key: "source",
      header: t("admin-services.field.source"),
      isUnlabelled: true,
      cell: ({ source }) => sourceText(source),
    },
    {
      key: "created",
      header: t("common.created"),
      cell: ({ createdAt, createdByEmail }) => (
        <>
          <Moment at={createdAt} withTime />
          <div className={cells["below"]}>{createdByEmail ?? t("admin-services.withProduct")}</div>
        </>
      ),
    },
  ];
}

function useVersion(id: string | null) {
  const api = useApi();
  return useQuery(
    api.shippingServices.readServiceVersion.queryOptions({
      input: { serviceId: id ?? "" },
      enabled: id !== null,
      // A version never changes.
      staleTime: Infinity,
    }),
  );
}

function Comparison({ versions }: { versions: Versions }) {
  const [newest, previous] = versions;
  const [fromId, setFrom] = useState(previous?.id ?? null);
  const [toId, setTo] = useState(newest?.id ?? null);
  const [from, to] = [useVersion(fromId).data, useVersion(toId).data];
  const options = versions.map(({ id, version, validFrom }) => ({
    value: id,
    label: t("admin-services.versionFrom", { version, day: dayText(validFrom) }),
  }));
  return (
    <SectionCard flush title={t("admin-services.compare")}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" px="lg">
          <Select
            label={t("admin-services.before")}
            data={options}
            value={fromId}
            onChange={setFrom}
            allowDeselect={false}
          />
          <Select
            label={t("admin-services.after")}
            data={options}
            value={toId}
            onChange={setTo}
            allowDeselect={false}
          />
        </SimpleGrid>
        {from === undefined || to === undefined ? (
          <LoadingLines lines={4} />
        ) : (
          <VersionDifferences before={from} after={to} />
        )}
      </Stack>
    </SectionCard>
  );
}

/** The history of a service, and what differs between two versions. */
export function VersionsCard(props: {
  versions: Versions;
  currentId: string | null;
  today: string;
}) {
  const { versions, currentId, today } = props;
  return (
    <>
      <SectionCard
        flush
        title={t("admin-services.versions")}
        description={t("admin-services.versionsHint")}
      >
        <DataTable
          label={t("admin-services.versions")}
          columns={columns(currentId, today)}
          rows={versions}
          rowKey={({ id }) => id}
          empty={null}
        />
      </SectionCard>
      {/* The key starts again with the two newest after a version was added. */}
      {versions.length < 2 ? null : <Comparison key={versions[0]?.id} versions={versions} />}
    </>
  );
}
