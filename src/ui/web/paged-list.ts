import { useEffect } from "react";
import type { TableView } from "./table-view.ts";

/** The part of a query's state that is used here; `isPlaceholderData` means that the rows are the previous ones. */
type PagedQuery<Row> = {
  readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined;
  readonly isPlaceholderData: boolean;
};

/** The properties of a table that shows a paged list. */
export type PagedList<Row> = {
  readonly rows: readonly Row[] | undefined;
  readonly total: number | undefined;
  readonly view: TableView;
  readonly pageSize: number;
  readonly isRefreshing: boolean;
};

/**
 * The rows to show and their total. Previous rows stay until the new ones arrive, but a previous empty list does not,
 * since it says nothing about the new filters. A page beyond the end changes to the last page.
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
  const isPreviousListEmpty = isPlaceholderData && data?.items.length === 0;
  return {
    rows: isPreviousListEmpty ? undefined : data?.items,
    total: data?.total,
    view,
    pageSize,
    isRefreshing: isPlaceholderData,
  };
}
