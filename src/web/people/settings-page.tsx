/** The screen of a customer's settings: the account with its plan, and the letters wanted. */
import { Stack, Tabs } from "@mantine/core";
import { useSession } from "#web/session.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { AccountSecurityCard } from "./account-security-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { YourDataCard } from "./your-data-card.tsx";

export default function SettingsPage() {
  const { person } = useSession();
  const view = useTableView();
  const tab = view.read("tab") === "notifications" ? "notifications" : "account";
  return (
    <>
      <PageHeader title="Settings" description="Your account, your plan and your letters." />
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
            {person ? <PasswordCard email={person.email} /> : null}
            <YourDataCard />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsCard />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
