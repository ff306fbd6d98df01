import { Stack, Tabs } from "@mantine/core";
import { lazy } from "react";
import { LanguageCard } from "#office/web/languages/language-card.tsx";
import { useSession } from "#ui/web/session.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { AccountSecurityCard, PasswordCard } from "#people/web/users/account-security-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const NotificationsCard = lazy(async () => ({
  default: (await import("#notices/web/users/notifications-card.tsx")).NotificationsCard,
}));

const DisplayCurrencyCard = lazy(async () => ({
  default: (await import("./display-currency-card.tsx")).DisplayCurrencyCard,
}));

const YourDataCard = lazy(async () => ({
  default: (await import("./your-data-card.tsx")).YourDataCard,
}));

export default function SettingsPage() {
  const { person } = useSession();
  const view = useTableView();
  const tab = view.read("tab") === "notifications" ? "notifications" : "account";
  return (
    <>
      <PageHeader title={t("common.settings")} description={t("users.settings.description")} />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === "notifications" ? chosen : "")}
      >
        <TabList mb="lg" aria-label={t("common.settings")}>
          <Tabs.Tab value="account">{t("users.account")}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t("notification-settings.title")}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="account">
          <Stack gap="lg">
            <SubscriptionCard />
            <AccountSecurityCard />
            {person ? <PasswordCard email={person.email} /> : null}
            {person ? (
              <LazyPart fallback={<LoadingCard lines={2} />}>
                <DisplayCurrencyCard current={person.displayCurrency} />
              </LazyPart>
            ) : null}
            <LanguageCard />
            <LazyPart fallback={<LoadingCard lines={2} />}>
              <YourDataCard />
            </LazyPart>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <LazyPart fallback={<LoadingCard lines={6} />}>
            <NotificationsCard />
          </LazyPart>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
