import { Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import Ship from "lucide-react/icons/ship";
import Upload from "lucide-react/icons/upload";
import { Link } from "react-router";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import cells from "#ui/web/admin/cells.module.css";
import { GoodsRulesCard } from "#catalogue/web/admin/goods-rules/goods-rules-card.tsx";
import { SuggestionsCard } from "#catalogue/web/admin/suggestions/suggestions-card.tsx";
import { useApi } from "#catalogue/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { dayText } from "#ui/web/figures.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { slot } from "#ui/web/slots.ts";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { sourceText } from "./source-text.ts";

type Listed = {
  readonly code: string;
  readonly current: ServiceVersionSummary | null;
  readonly later: readonly ServiceVersionSummary[];
};

function State({ current, later }: Listed) {
  const [next] = later;
  const hasWarehouse = useHasWarehouse();
  return (
    <Stack gap={6} align="flex-start">
      {current === null ? (
        <StatusBadge label={t("admin-services.upcoming")} color="sea" />
      ) : current.isActive ? (
        <Group gap={6}>
          <StatusBadge label={t("admin-services.open")} color="green" />
          {hasWarehouse && !current.takesShipRequests ? (
            <StatusBadge label={t("admin-services.calculatorOnly")} color="gray" />
          ) : null}
        </Group>
      ) : (
        <StatusBadge label={t("admin-services.closed")} color="gray" />
      )}
      {next === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t("admin-services.nextFrom", { day: dayText(next.validFrom), version: next.version })}
        </Text>
      )}
    </Stack>
  );
}

function columns(nameOf: (code: string) => string): readonly Column<Listed>[] {
  // A service that begins later is described by its first version.
  const shown = ({ current, later }: Listed) => current ?? later[0];
  return [
    {
      key: "name",
      header: t("common.service"),
      isTitle: true,
      cell: (row) => (
        <>
          <span>{shown(row)?.name}</span>
          <div className={cells["below"]}>
            {t("admin-services.codeAndCarrier", {
              code: row.code,
              carrier: nameOf(shown(row)?.carrierCode ?? ""),
            })}
          </div>
        </>
      ),
    },
    {
      key: "mode",
      header: t("admin-services.field.mode"),
      isUnlabelled: true,
      cell: (row) => {
        const version = shown(row);
        if (version === undefined) return null;
        const { mode, deliveryMin: earliest, deliveryMax: latest, deliveryUnit: unit } = version;
        return (
          <>
            <span>{t(`admin-services.mode.${mode}`)}</span>
            <div className={cells["below"]}>{deliveryTimeText({ earliest, latest, unit })}</div>
          </>
        );
      },
    },
    {
      key: "version",
      header: t("admin-services.version"),
      cell: (row) => {
        const version = shown(row);
        if (version === undefined) return null;
        return (
          <>
            <span>
              {t("admin-services.versionFrom", {
                version: version.version,
                day: dayText(version.validFrom),
              })}
            </span>
            <div className={cells["below"]}>{sourceText(version.source)}</div>
          </>
        );
      },
    },
    {
      key: "state",
      header: t("common.state"),
      isUnlabelled: true,
      cell: (row) => <State {...row} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (row) => (
        <Button
          component={Link}
          to={`/admin/dashboard/services/${row.code}`}
          size="compact-sm"
          variant="default"
          aria-label={t("admin-services.viewNamed", { name: shown(row)?.name ?? row.code })}
        >
          {t("admin-services.view")}
        </Button>
      ),
    },
  ];
}

function ServicesCard() {
  const query = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  const { nameOf } = useCarriers();
  return (
    <ListCard
      query={query}
      failure={{ title: t("admin-services.notLoaded") }}
      title={t("admin-services.list")}
      description={t("admin-services.listHint")}
    >
      <DataTable
        label={t("admin-services.list")}
        columns={columns(nameOf)}
        rows={query.data?.items}
        rowKey={({ code }) => code}
        empty={
          <EmptyState
            icon={<Ship size={22} />}
            title={t("admin-services.empty")}
            description={t("admin-services.emptyHint")}
          />
        }
      />
    </ListCard>
  );
}

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly goodsWords: object;
  }
}

const GoodsWords = slot("goodsWords");

function ServicesTab() {
  return (
    <>
      <ServicesCard />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-services.recorded")}
      </Text>
    </>
  );
}

function GoodsWordsTab() {
  return (
    <LazyPart>
      <GoodsWords />
    </LazyPart>
  );
}

/** The tabs of the page, in their order; those of goods are there with a warehouse. */
const tabs = [
  { value: "services", name: () => t("admin-services.tab.services"), Content: ServicesTab },
  { value: "goods-rules", name: () => t("admin-goods-rules.tab"), Content: GoodsRulesCard },
  { value: "goods-words", name: () => t("admin-services.tab.goodsWords"), Content: GoodsWordsTab },
] as const;

function ServiceTabs() {
  const view = useTableView();
  const tab = tabs.find(({ value }) => value === view.read("tab")) ?? tabs[0];
  return (
    <Tabs
      value={tab.value}
      onChange={(value) => view.write("tab", value === tabs[0].value ? "" : (value ?? ""))}
    >
      <TabList mb="lg" aria-label={t("admin-services.title")}>
        {tabs.map(({ value, name }) => (
          <Tabs.Tab key={value} value={value} px={{ base: 8, xs: "md" }}>
            {name()}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab.value}>
        <tab.Content />
      </Tabs.Panel>
    </Tabs>
  );
}

export default function ServicesPage() {
  const hasWarehouse = useHasWarehouse();
  return (
    <>
      <PageHeader
        title={t("admin-services.title")}
        description={t("admin-services.description")}
        actions={
          <Group gap="sm">
            <Button
              component="a"
              href="/api/admin/rates/rates.csv"
              variant="default"
              leftSection={<Download size={16} aria-hidden="true" />}
            >
              {t("admin-services.export")}
            </Button>
            <Button
              component={Link}
              to="/admin/dashboard/services/import"
              variant="default"
              leftSection={<Upload size={16} aria-hidden="true" />}
            >
              {t("admin-services.import")}
            </Button>
            <Button
              component={Link}
              to="/admin/dashboard/services/new"
              leftSection={<Plus size={16} aria-hidden="true" />}
            >
              {t("admin-services.add")}
            </Button>
          </Group>
        }
      />
      <SuggestionsCard page="services" />
      {hasWarehouse ? <ServiceTabs /> : <ServicesTab />}
    </>
  );
}
