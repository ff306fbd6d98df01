import { Alert, Button, Group, Stack, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import { useApi } from "#catalogue/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { dayText, Moment } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard, LoadingLines } from "#ui/web/loading-state.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { FactsCard, RatesCard, SurchargesCard, VersionDifferences } from "./version-details.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { sourceText } from "./source-text.ts";

const OpeningDialog = laterPart(async () => (await import("./opening-dialog.tsx")).OpeningDialog);

type Listed = {
  readonly today: string;
  readonly currentId: string | null;
  readonly items: readonly ServiceVersionSummary[];
};

/** The version that counts today with its rates, and the history. */
function Service({ listed }: { listed: Listed }) {
  const api = useApi();
  const { today, currentId, items } = listed;
  const [newest] = items;
  const shownId = currentId ?? newest?.id ?? "";
  const query = useQuery(
    api.shippingServices.readServiceVersion.queryOptions({
      input: { serviceId: shownId },
      staleTime: Infinity,
    }),
  );
  const upcoming = items.filter(({ id, validFrom }) => validFrom > today && id !== shownId);
  return (
    <Stack gap="lg">
      {upcoming.map(({ id, version, validFrom }) => (
        <Alert key={id} color="sea" icon={<Info size={18} aria-hidden="true" />}>
          {t("admin-services.replacedFrom", { version, day: dayText(validFrom) })}
        </Alert>
      ))}
      {query.data === undefined ? (
        <NotLoaded query={query} failure={{ title: t("admin-services.notLoaded") }} lines={8} />
      ) : (
        <>
          <FactsCard details={query.data.details} />
          <RatesCard details={query.data.details} />
          <SurchargesCard details={query.data.details} />
        </>
      )}
      <VersionsCard versions={items} currentId={currentId} today={today} />
    </Stack>
  );
}

function Actions(props: { newest: ServiceVersionSummary; today: string }) {
  const { newest, today } = props;
  const [isOpening, setOpening] = useState(false);
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setOpening(true)}>
        {t(newest.isActive ? "admin-services.close" : "admin-services.reopen")}
      </Button>
      <Button
        component={Link}
        to={`/admin/dashboard/services/new?copy=${newest.code}`}
        variant="default"
      >
        {t("admin-services.copy")}
      </Button>
      <Button component={Link} to={`/admin/dashboard/services/${newest.code}/edit`}>
        {t("admin-services.edit")}
      </Button>
      <OpeningDialog
        isWanted={isOpening}
        isOpen={isOpening}
        newest={newest}
        today={today}
        onDone={() => setOpening(false)}
      />
    </Group>
  );
}

export default function ServicePage() {
  const { serviceCode = "" } = useParams();
  const api = useApi();
  const query = useQuery(
    api.shippingServices.listServiceVersions.queryOptions({ input: { code: serviceCode } }),
  );
  const shown =
    query.data?.items.find(({ id }) => id === query.data.currentId) ?? query.data?.items[0];
  const newest = query.data?.items[0];
  return (
    <>
      <PageHeader
        title={shown?.name ?? serviceCode}
        description={
          shown === undefined
            ? serviceCode
            : t("admin-services.codeAndState", {
                code: serviceCode,
                state: t(shown.isActive ? "admin-services.open" : "admin-services.closed"),
              })
        }
        above={<BackLink to="/admin/dashboard/services" label={t("admin-services.back")} />}
        actions={
          newest === undefined || query.data === undefined ? null : (
            <Actions newest={newest} today={query.data.today} />
          )
        }
      />
      {query.data === undefined ? (
        query.isError ? (
          <NotLoaded query={query} failure={{ title: t("admin-services.notLoaded") }} lines={8} />
        ) : (
          <LoadingCard lines={10} />
        )
      ) : (
        <Service listed={query.data} />
      )}
    </>
  );
}

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
