import { Tabs } from "@mantine/core";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { ClaimsList } from "./claims-list.tsx";
import { t } from "./messages.ts";
import { UnmatchedList } from "./unmatched-list.tsx";

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
        <Tabs.List mb="md" aria-label={t("admin-unmatched.tabs")}>
          <Tabs.Tab value="parcels">{t("admin-unmatched.tab.parcels")}</Tabs.Tab>
          <Tabs.Tab value="claims">{t("admin-unmatched.tab.claims")}</Tabs.Tab>
        </Tabs.List>
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
