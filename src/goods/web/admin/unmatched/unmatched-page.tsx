import { Tabs } from "@mantine/core";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { UnmatchedList } from "./unmatched-list.tsx";
import { ClaimsList } from "./claims-list.tsx";

export default function UnmatchedPage() {
  const view = useTableView();
  const tab = view.read("tab") === "claims" ? "claims" : "parcels";
  return (
    <>
      <PageHeader
        title={t("admin-unmatched.title")}
        description={t("admin-unmatched.description")}
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => view.write("tab", value === "claims" ? "claims" : "")}
      >
        <TabList mb="md" aria-label={t("admin-unmatched.tabs")}>
          <Tabs.Tab value="parcels">{t("admin-unmatched.tab.parcels")}</Tabs.Tab>
          <Tabs.Tab value="claims">{t("admin-unmatched.tab.claims")}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="parcels">
          <UnmatchedList />
        </Tabs.Panel>
        <Tabs.Panel value="claims">
          <ClaimsList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
