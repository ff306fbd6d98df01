import { Group, Pagination, Text } from "@mantine/core";
import type { TableView } from "./table-view.ts";

/** The range of the rows shown, and the pagination. */
export function TablePages(props: { view: TableView; total: number; pageSize: number }) {
  const { view, total, pageSize } = props;
  const pageCount = Math.ceil(total / pageSize);
  const first = (view.page - 1) * pageSize + 1;
  const last = Math.min(view.page * pageSize, total);
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" p="md" gap="sm">
      <Text size="sm" c="dimmed" className="figures">
        {`${first.toLocaleString()}–${last.toLocaleString()} of ${total.toLocaleString()}`}
      </Text>
      <Pagination
        size="sm"
        total={pageCount}
        value={Math.min(view.page, pageCount)}
        onChange={view.setPage}
        getControlProps={(control) => ({ "aria-label": `${control} page` })}
        getItemProps={(page) => ({ "aria-label": `Page ${page}` })}
      />
    </Group>
  );
}
