import { useSearchParams } from "react-router";
import { highestPage, type SortDirection } from "#platform/rules/list-page.ts";
import { useEffect } from "react";

/** The state of a table (page, order, search, filters), stored in the page address. */

export type TableView = {
  /** From 1. */
  page: number;
  sort: { column: string; direction: SortDirection } | null;
  /** The value of a search box, filter or tab, or `fallback` when it is not in the address. */
  read(name: string, fallback?: string): string;
  /** The words of the search box; an operation takes so many. */
  search: string;
  setPage(page: number): void;
  /** Sorts by a column, in reverse when called again. Returns to the first page. */
  toggleSort(column: string): void;
  /** Sets a search box, filter or tab; an empty value is removed from the address. Returns to the first page. */
  write(name: string, value: string): void;
};

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, highestPage) : 1;
}

/** The table's state in the query of an address. */
export function readTableView(
  search: URLSearchParams,
  prefix = "",
): Pick<TableView, "page" | "sort" | "read" | "search"> {
  const [column, direction] = (search.get(`${prefix}sort`) ?? "").split(".");
  return {
    page: readPage(search.get(`${prefix}page`)),
    sort: column ? { column, direction: direction === "asc" ? "asc" : "desc" } : null,
    read: (name, fallback = "") => search.get(prefix + name) ?? fallback,
    search: (search.get(`${prefix}search`) ?? "").slice(0, 200),
  };
}

/**
 * Reads and writes the table's state in the address, so that a reload, a link and the back button show the same rows.
 * @param prefix distinguishes two tables of one page.
 */
export function useTableView(options: { prefix?: string } = {}): TableView {
  const prefix = options.prefix ?? "";
  const [search, setSearch] = useSearchParams();
  const change = (name: string, value: string, keepsPage: boolean) => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(prefix + name, value);
        else after.delete(prefix + name);
        if (!keepsPage) after.delete(`${prefix}page`);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const state = readTableView(search, prefix);
  const { sort } = state;
  return {
    ...state,
    setPage: (page) => change("page", page === 1 ? "" : String(page), true),
    toggleSort: (wanted) => {
      const isTurned = sort?.column === wanted && sort.direction === "asc";
      change("sort", `${wanted}.${isTurned ? "desc" : "asc"}`, false);
    },
    write: (name, value) => change(name, value, false),
  };
}

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
