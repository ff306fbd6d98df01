import { Stack, Tabs } from "@mantine/core";
import { Suspense } from "react";
import { useSession } from "#web/session.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { AccountSecurityCard } from "./account-security-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

const PasswordCard = lazyComponent(async () => {
  const { PasswordCard: card } = await import("./password-card.tsx");
  return card;
});

const YourDataCard = lazyComponent(async () => {
  const { YourDataCard: card } = await import("./your-data-card.tsx");
  return card;
});

const NotificationsCard = lazyComponent(async () => {
  const { NotificationsCard: card } = await import("./notifications-card.tsx");
  return card;
});

export default function SettingsPage() {
  const { person } = useSession();
  const view = useTableView();
  const tab = view.read("tab") === "notifications" ? "notifications" : "account";
  return (
    <>
      <PageHeader title="Settings" description="Your account, plan and notifications." />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === "notifications" ? chosen : "")}
      >
        <Tabs.List mb="lg" aria-label="Settings">
          <Tabs.Tab value="account">Account</Tabs.Tab>
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <Stack gap="lg">
            <SubscriptionCard />
            <AccountSecurityCard />
            <Suspense fallback={<LoadingCard lines={5} />}>
              {person ? <PasswordCard email={person.email} /> : null}
              <YourDataCard />
            </Suspense>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <Suspense fallback={<LoadingCard lines={6} />}>
            <NotificationsCard />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
