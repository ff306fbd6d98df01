import { Group, Stack } from "@mantine/core";
import {
  keepPreviousData,
  useQuery,
  type QueryFunction,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { DataTable, type Column } from "./data-table.tsx";
import type { Elements } from "./elements.ts";
import { PageHeader } from "./page-header.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SearchBox } from "./search-box.tsx";
import { ListCard } from "./section-card.tsx";
import { EmptyState } from "./states.tsx";
import { usePagedList, useTableView, type PagedList, type TableView } from "./table-view.ts";

/** What an operation answers that lists by pages. */
type ListData<Row> = { readonly items: readonly Row[]; readonly total: number };

export type List<Row, Data extends ListData<Row> = ListData<Row>> = {
  /** Page, search and filters, stored in the address. */
  readonly view: TableView;
  readonly query: UseQueryResult<Data>;
  /** What the operation answered besides the rows; undefined while it loads. */
  readonly data: Data | undefined;
  readonly table: PagedList<Row>;
  /** The words of the search box; an operation takes so many. */
  readonly search: string;
};

/**
 * Reads a list page by page as the address says. The rows stay on the screen until those of another page or filter are there.
 * @param read makes the query from the view, the page and the words searched for
 * @param options.pageSize how many rows a page has
 * @param options.staleTime for how long rows that were read before the page appeared are not read again; not at all by default
 */
export function useList<Row, Data extends ListData<Row>>(
  read: (
    view: TableView,
    page: { readonly page: number; readonly pageSize: number },
    search: string,
  ) => {
    readonly queryKey: QueryKey;
    readonly queryFn: QueryFunction<Data & ListData<Row>>;
  },
  options: { readonly pageSize?: number; readonly staleTime?: number } = {},
): List<Row, Data & ListData<Row>> {
  const { pageSize = 20, staleTime = 0 } = options;
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const { queryKey, queryFn } = read(view, { page: view.page, pageSize }, search);
  const query = useQuery({ queryKey, queryFn, placeholderData: keepPreviousData, staleTime });
  return {
    view,
    query,
    data: query.data,
    table: usePagedList(query, view, pageSize),
    search,
  };
}

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
