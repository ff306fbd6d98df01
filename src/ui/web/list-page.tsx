import { Group, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { DataTable, type Column } from "./data-table.tsx";
import type { Elements } from "./elements.ts";
import { PageHeader } from "./page-header.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SearchBox } from "./search-box.tsx";
import { ListCard } from "./section-card.tsx";
import { EmptyState } from "./states.tsx";
import type { List } from "./use-list.ts";

type Words = Omit<ComponentProps<typeof EmptyState>, "icon">;

/**
 * A page that is one list: heading, search and filters, the table by pages, and what stands there when it is empty or could
 * not be loaded.
 * @param props.alert what has to be said above the list
 * @param props.filters fields beside the search
 * @param props.hasRefresh a button that reads the list again, for what changes without a live stream
 * @param props.failure says that the list could not be loaded
 * @param props.noMatches instead of `empty` where something was searched for
 * @param props.children dialogs of the rows
 */
export function ListPage<Row>(props: {
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  alert?: Elements;
  filters?: Elements;
  search?: { readonly label: string; readonly placeholder: string };
  hasRefresh?: boolean;
  /** The accessible name of the table; `title` if missing. */
  label?: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  failure: { readonly title: string; readonly description: string };
  icon: ReactNode;
  empty: Words;
  noMatches?: Words;
  children?: Elements;
}) {
  const { list, search, filters, hasRefresh = false } = props;
  const words = list.search !== "" && props.noMatches ? props.noMatches : props.empty;
  return (
    <>
      <PageHeader title={props.title} description={props.description} actions={props.actions} />
      <Stack gap="lg">
        {props.alert}
        {search || filters || hasRefresh ? (
          <Group align="flex-end" gap="sm">
            {search ? (
              <SearchBox
                {...search}
                value={list.search}
                onSearch={(text) => list.view.write("search", text)}
              />
            ) : null}
            {filters}
            {hasRefresh ? <RefreshButton query={list.query} /> : null}
          </Group>
        ) : null}
        <ListCard query={list.query} failure={props.failure}>
          <DataTable
            label={props.label ?? props.title}
            columns={props.columns}
            {...list.table}
            rowKey={props.rowKey}
            empty={<EmptyState icon={props.icon} {...words} />}
          />
        </ListCard>
      </Stack>
      {props.children}
    </>
  );
}
