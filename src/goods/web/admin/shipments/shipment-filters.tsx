import { Group } from "@mantine/core";
import { packageStatusFilters } from "#tracking/rules/package-status.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { SearchBox } from "#ui/web/search-box.tsx";
import { Select } from "#ui/web/select.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export function ShipmentFilters(props: { view: TableView; search: string; status: string }) {
  const seesContacts = useMayUse("customers");
  return (
    <Group align="flex-end" gap="sm" mb="lg">
      <SearchBox
        label={t("admin-shipments.search")}
        placeholder={t(seesContacts ? "admin-shipments.searchHint" : "common.trackingNumber")}
        value={props.search}
        onSearch={(text) => props.view.write("search", text)}
      />
      <Select
        label={t("common.status")}
        w={{ base: "100%", xs: 180 }}
        data={packageStatusFilters.map((value) => ({
          value,
          label: value === "all" ? t("admin-shipments.allStatuses") : statusLabel(value),
        }))}
        value={props.status}
        onChange={(value) => props.view.write("status", value && value !== "all" ? value : "")}
      />
    </Group>
  );
}
