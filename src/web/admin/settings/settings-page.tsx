import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useApi } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { DocumentsCard, EnvironmentCard } from "./settings-cards.tsx";
import { SettingsSwitchesCard } from "./settings-switches-card.tsx";
import { t } from "./messages.ts";

const SettingsApiCards = lazy(async () => ({
  default: (await import("./settings-api-card.tsx")).SettingsApiCards,
}));

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

const tabs = ["general", "api", "notifications"] as const;

export default function AdminSettingsPage() {
  const view = useTableView();
  const tab = tabs.find((name) => name === view.read("tab")) ?? "general";
  return (
    <>
      <PageHeader title={t("admin-settings.title")} description={t("admin-settings.description")} />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === "general" ? "" : (chosen ?? ""))}
      >
        <Tabs.List mb="lg" aria-label={t("admin-settings.title")}>
          <Tabs.Tab value="general">{t("admin-settings.general")}</Tabs.Tab>
          <Tabs.Tab value="api">{t("admin-settings.api")}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t("admin-settings.notifications")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="lg">
            <SettingsSwitchesCard
              title={t("admin-settings.general")}
              description={t("admin-settings.generalHint")}
              settings={["allowNewRegistrations", "maintenanceMode"]}
            />
            <GeneralCards />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="api">
          {tab === "api" ? (
            <LazyPart fallback={<LoadingCard lines={8} />}>
              <SettingsApiCards />
            </LazyPart>
          ) : null}
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <SettingsSwitchesCard
            title={t("admin-settings.notifications")}
            description={t("admin-settings.notificationsHint")}
            settings={["shipmentNotifications", "paymentNotifications"]}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
