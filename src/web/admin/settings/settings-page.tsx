import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { t } from "#web/i18n/messages.tsx";
import { useApi } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { DocumentsCard, EnvironmentCard } from "./settings-cards.tsx";
import { SettingsSwitchesCard, type SettingSwitch } from "./settings-switches-card.tsx";

const SettingsApiCards = lazy(async () => ({
  default: (await import("./settings-api-card.tsx")).SettingsApiCards,
}));

const generalSwitches: readonly SettingSwitch[] = [
  {
    name: "allowNewRegistrations",
    label: "Allow New Registrations",
    description: "Visitors can open an account. While it is off, the sign-up page says so.",
  },
  {
    name: "maintenanceMode",
    label: "Maintenance Mode",
    description:
      "Only admins can access. Customers see a maintenance page, which reloads when maintenance ends. Public pages stay open, and incoming payments are still processed.",
  },
];

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

const notificationSwitches: readonly SettingSwitch[] = [
  {
    name: "shipmentNotifications",
    label: "Shipment Notifications",
    description:
      "Customers get an email when one of their packages moves on, unless they turned Shipment Updates off. Admins get a summary of new and stalled packages, at most once an hour.",
  },
  {
    name: "paymentNotifications",
    label: "Payment Notifications",
    description:
      "Customers get an email when a deposit arrives and when a plan begins or is renewed, unless they turned Email Notifications off. Admins get a summary of payments and of open payouts, refunds and differences, at most once an hour.",
  },
];

const tabs = ["general", "api", "notifications"] as const;

export default function AdminSettingsPage() {
  const view = useTableView();
  const tab = tabs.find((name) => name === view.read("tab")) ?? "general";
  return (
    <>
      <PageHeader
        title="Admin Settings"
        description="Changes apply to the whole service within a second."
      />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === "general" ? "" : (chosen ?? ""))}
      >
        <Tabs.List mb="lg" aria-label="Admin Settings">
          <Tabs.Tab value="general">General</Tabs.Tab>
          <Tabs.Tab value="api">API Configuration</Tabs.Tab>
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="lg">
            <SettingsSwitchesCard
              title="General"
              description="Who can use the service."
              switches={generalSwitches}
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
            title="Notifications"
            description="Which emails are sent. Those about failed payments, refunds, disputes, ended plans and the account itself are always sent."
            switches={notificationSwitches}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
