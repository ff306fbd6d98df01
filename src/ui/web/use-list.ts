import {
  keepPreviousData,
  useQuery,
  type QueryFunction,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
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
  /** As in the view. */
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
  const { search } = view;
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
