/** What a list that is read page by page shows while another page, search or filter is on its way. */
import { useEffect } from "react";
import type { TableView } from "#web/ui/table-view.ts";

/** The part of a query's state that matters here; `isPlaceholderData` means that the rows are the ones before. */
type PagedQuery<Row> = {
  readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined;
  readonly isPlaceholderData: boolean;
};

/** What a table is given of a list that is read page by page. */
export type PagedList<Row> = {
  readonly rows: readonly Row[] | undefined;
  readonly total: number | undefined;
  readonly view: TableView;
  readonly pageSize: number;
  readonly isRefreshing: boolean;
};

/**
 * The rows to show, and how many there are. Rows of before stand until the new ones come; emptiness of before
 * does not, since it says nothing of what is asked now. A page that is no more leads to the last there is.
 */
export function usePagedList<Row>(
  query: PagedQuery<Row>,
  view: TableView,
  pageSize: number,
): PagedList<Row> {
  const { data, isPlaceholderData } = query;
  const lastPage =
    data === undefined || isPlaceholderData
      ? view.page
      : Math.max(1, Math.ceil(data.total / pageSize));
  useEffect(() => {
    if (view.page > lastPage) view.setPage(lastPage);
  });
  const isStaleEmptiness = isPlaceholderData && data?.items.length === 0;
  return {
    rows: isStaleEmptiness ? undefined : data?.items,
    total: data?.total,
    view,
    pageSize,
    isRefreshing: isPlaceholderData,
  };
}
