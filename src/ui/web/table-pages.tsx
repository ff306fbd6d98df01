import { Group, Pagination, Text } from "@mantine/core";
import type { TableView } from "./table-view.ts";
import { readerLocale } from "./figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** The range of the rows shown, and the pagination. */
export function TablePages(props: {
  view: TableView;
  total: number;
  pageSize: number;
  /** There may be more than `total`. */
  isTotalAtLeast: boolean;
}) {
  const { view, total, pageSize, isTotalAtLeast } = props;
  const pageCount = Math.ceil(total / pageSize);
  const first = (view.page - 1) * pageSize + 1;
  const last = Math.min(view.page * pageSize, total);
  const count = (value: number) => value.toLocaleString(readerLocale());
  return (
    <Group component="nav" aria-label={t("ui.pages")} justify="space-between" p="md" gap="sm">
      <Text size="sm" c="dimmed" className="figures">
        {t(isTotalAtLeast ? "ui.rowsOfMore" : "ui.rowsOfTotal", {
          first: count(first),
          last: count(last),
          total: count(total),
        })}
      </Text>
      <Pagination
        size="sm"
        total={pageCount}
        value={Math.min(view.page, pageCount)}
        onChange={view.setPage}
        getControlProps={(control) => ({
          "aria-label": t(control === "previous" ? "ui.previousPage" : "ui.nextPage"),
        })}
        getItemProps={(page) => ({ "aria-label": t("ui.page", { page }) })}
      />
    </Group>
  );
}
