import { Button } from "@mantine/core";
import PackageSearch from "lucide-react/icons/package-search";
import type { PackageTab } from "#tracking/rules/package-status.ts";
import { EmptyState } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Shown in place of the table; `isNarrowed` means that a search or filter matches nothing. */
export function EmptyShipments(props: {
  tab: PackageTab;
  isNarrowed: boolean;
  onShowAll: () => void;
}) {
  return (
    <EmptyState
      icon={<PackageSearch size={22} />}
      title={props.isNarrowed ? t("sentences.noPackagesMatch") : t("sentences.noPackagesFound")}
      description={
        props.isNarrowed
          ? t("admin-shipments.empty.narrowed")
          : t(`admin-shipments.empty.${props.tab}`)
      }
      {...(props.isNarrowed
        ? {
            actions: (
              <Button variant="default" size="sm" onClick={props.onShowAll}>
                {t("admin-shipments.showAll")}
              </Button>
            ),
          }
        : {})}
    />
  );
}
