import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { permittedSetUpPages } from "#app/rules/role-pages.ts";
import { useApi } from "#app/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import {
  DocumentsCard,
  EnvironmentCard,
  OperatorAlert,
  SettingsSwitchesCard,
} from "#office/web/admin/settings/settings-cards.tsx";
import { SettingsApiCards } from "#office/web/admin/settings/settings-api-card.tsx";
import { SetUpIndex } from "./set-up-index.tsx";

const CaseTextsCard = lazyPart(
  async () => (await import("#office/web/admin/settings/case-texts-card.tsx")).CaseTextsCard,
);

function GeneralCards() {
  const api = useApi();
  const query = useQuery(api.settings.readPublicSettings.queryOptions({ input: {} }));
  if (query.data) {
    return (
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <EnvironmentCard facts={query.data} />
        <DocumentsCard facts={query.data} />
      </SimpleGrid>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t("toasts.unexpected.description")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <LoadingCard lines={5} />
      <LoadingCard lines={5} />
    </SimpleGrid>
  );
}

function TabContent(props: { tab: SettingsTab }) {
  const { tab } = props;
  if (tab === "set-up") {
    return <SetUpIndex />;
  }
  if (tab === "api") {
    return <SettingsApiCards />;
  }
  if (tab === "notifications") {
    return (
      <Stack gap="lg">
        <SettingsSwitchesCard
          title={t("admin-settings.notifications")}
          description={t("admin-settings.notificationsHint")}
          settings={["shipmentNotifications", "paymentNotifications"]}
        />
        <LazyPart>
          <CaseTextsCard />
        </LazyPart>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <OperatorAlert />
      <SettingsSwitchesCard
        title={t("admin-settings.general")}
        description={t("admin-settings.generalHint")}
        settings={["allowNewRegistrations", "maintenanceMode"]}
      />
      <GeneralCards />
    </Stack>
  );
}

const specifiedTabs = ["general", "api", "notifications"] as const;
type SettingsTab = (typeof specifiedTabs)[number] | "set-up";

/** The tabs that the signed-in person may use: the specified ones are for admins. */
function useTabs(): readonly SettingsTab[] {
  const person = usePerson();
  const isForAdmins = useMayUse("admin");
  const hasSetUp = permittedSetUpPages(person).length > 0;
  return [...(isForAdmins ? specifiedTabs : []), ...(hasSetUp ? (["set-up"] as const) : [])];
}

function tabName(tab: SettingsTab): string {
  return tab === "set-up" ? t("layout.setUp") : t(`admin-settings.${tab}`);
}

export default function AdminSettingsPage() {
  const view = useTableView();
  const tabs = useTabs();
  const tab = tabs.find((name) => name === view.read("tab")) ?? tabs[0] ?? "general";
  return (
    <>
      <PageHeader title={t("admin-settings.title")} description={t("admin-settings.description")} />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === tabs[0] ? "" : (chosen ?? ""))}
      >
        <TabList mb="lg" aria-label={t("admin-settings.title")}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: 8, xs: "md" }}>
              {tabName(name)}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={tab}>
          <TabContent tab={tab} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
