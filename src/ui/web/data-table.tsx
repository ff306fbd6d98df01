import { UnstyledButton } from "@mantine/core";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { useId, type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./data-table.module.css";
import { useRowNavigation } from "./row-navigation.ts";
import type { TableView } from "./table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "./elements.ts";
import { TablePages } from "./table-pages.tsx";

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers forget what a table's elements are where the phone's style displays them as blocks. */

/**
 * The place of a cell in a card:
 *
 *     tick  picture  title             state
 *                    (title or) second below
 *                    lead  third    thirdEnd
 *
 * `none` is not shown. Nor is a cell whose content has `data-none`, which says that there is nothing to say.
 */
type CardPlace =
  | "tick"
  | "picture"
  | "state"
  | "second"
  | "below"
  | "lead"
  | "third"
  | "thirdEnd"
  | "none";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers, so that their digits line up. */
  align?: "start" | "end";
  /** The header is a button that sorts by `key`; needs `view`. */
  isSortable?: boolean;
  /** The first line of the row on a phone; one column, usually the first. */
  isTitle?: boolean;
  /** Contains buttons: without header text. */
  isActions?: boolean;
  /** On a phone the first button is the whole row, and the second is at its upper end. */
  coversRow?: boolean;
  /** On a phone without the header's text, since the value says what it is. */
  isUnlabelled?: boolean;
  /** For codes and dates, which must stay on one line. */
  isNoWrap?: boolean;
  /** On a phone the rows of a table with such columns are cards, without the headers' texts; all others have a place then. */
  place?: CardPlace;
};

type DataTableProps<Row> = {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` shows placeholders while the first rows load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Shown when `rows` is empty, usually an `EmptyState`. */
  empty: Elements;
  /** Page and order, stored in the address; omitted for a short list without either. */
  view?: TableView;
  /** The number of rows on all pages; `undefined` while unknown. */
  total?: number | undefined;
  /** A `total` that is a multiple of this may be larger, since nothing further was counted. */
  countedTo?: number;
  pageSize?: number;
  /** Has small paddings, so that many columns fit beside the sidebar at a width of 1280 pixels. */
  isDense?: boolean;
  /** New rows are loading while the previous ones are still shown. */
  isRefreshing?: boolean;
};

function SortIcon(props: { direction: "asc" | "desc" | null }) {
  if (props.direction === "asc") return <ArrowUp size={14} aria-hidden="true" />;
  if (props.direction === "desc") return <ArrowDown size={14} aria-hidden="true" />;
  return <ChevronsUpDown size={14} aria-hidden="true" />;
}

function HeaderCell<Row>(props: { column: Column<Row>; view: TableView | undefined }) {
  const { column, view } = props;
  const direction = view?.sort?.column === column.key ? view.sort.direction : null;
  const ariaSort = direction === "asc" ? "ascending" : "descending";
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={column.align ?? "start"}
      data-title={column.isTitle}
      data-actions={column.isActions}
      className={classes["header"]}
      {...(direction ? { "aria-sort": ariaSort } : {})}
    >
      {column.isSortable && view ? (
        <UnstyledButton className={classes["sort"]} onClick={() => view.toggleSort(column.key)}>
          <span>{column.header}</span>
          <SortIcon direction={direction} />
        </UnstyledButton>
      ) : (
        <span className={column.isActions ? "visually-hidden" : undefined}>{column.header}</span>
      )}
    </th>
  );
}

function BodyCell<Row>(props: { column: Column<Row>; children: ReactNode }) {
  const { column } = props;
  return (
    <td
      role="cell"
      className={classes["cell"]}
      data-align={column.align ?? "start"}
      data-title={column.isTitle}
      data-actions={column.isActions}
      data-unlabelled={column.isUnlabelled}
      data-place={column.place}
      data-covers={column.coversRow}
      data-nowrap={column.isNoWrap}
    >
      <span className={classes["cellLabel"]} aria-hidden="true">
        {column.header}
      </span>
      <div className={classes["cellValue"]}>{props.children}</div>
    </td>
  );
}

function LoadingRows<Row>(props: { columns: readonly Column<Row>[] }): Elements {
  return Array.from({ length: 5 }, (_, row) => (
    <tr key={row} role="row" className={classes["row"]}>
      {props.columns.map((column) => (
        <BodyCell key={column.key} column={column}>
          <span className={classes["placeholder"]} />
        </BodyCell>
      ))}
    </tr>
  ));
}

function Rows<Row>(props: DataTableProps<Row> & { firstNumber: number }) {
  const { columns, rows, rowKey } = props;
  const changed = useChangedRows(rows, rowKey);
  const rowKeys = useRowNavigation(rows?.map(rowKey) ?? []);
  return (
    <tbody
      role="rowgroup"
      className={classes["body"]}
      data-stale={props.isRefreshing}
      data-loading={rows === undefined || undefined}
      {...rowKeys.body}
    >
      {rows ? (
        rows.map((row, at) => (
          <tr
            key={rowKey(row)}
            role="row"
            aria-rowindex={props.firstNumber + at}
            className={classes["row"]}
            data-changed={changed.has(rowKey(row)) || undefined}
            {...rowKeys.row(rowKey(row))}
          >
            {columns.map((column) => (
              <BodyCell key={column.key} column={column}>
                {column.cell(row)}
              </BodyCell>
            ))}
          </tr>
        ))
      ) : (
        <LoadingRows columns={columns} />
      )}
    </tbody>
  );
}

/**
 * A table whose rows are without columns below 48em: either lines, or cards where columns have a `place`. Rows come from the server in the order and page of
 * `view`; the table does not sort. The arrow keys move between rows, Home and End to the first and last, and Enter runs a row's first
 * action.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, view, pageSize = 20 } = props;
  const hintId = useId();
  if (rows?.length === 0 && (view?.page ?? 1) === 1) return props.empty;
  const before = view && props.total !== undefined ? (view.page - 1) * pageSize : 0;
  return (
    <>
      <section
        className={classes["scroll"]}
        aria-label={props.label}
        {...(rows ? {} : { tabIndex: 0 })}
      >
        <p id={hintId} className="visually-hidden">
          {t("ui.rowKeys")}
        </p>
        <table
          role="table"
          aria-label={props.label}
          aria-describedby={hintId}
          aria-busy={!rows || props.isRefreshing === true}
          // Includes the header row.
          {...(props.total === undefined ? {} : { "aria-rowcount": props.total + 1 })}
          className={classes["table"]}
          data-template={columns.some(({ place }) => place) ? "card" : "lines"}
          data-dense={props.isDense}
        >
          <thead role="rowgroup" className={classes["head"]}>
            <tr role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} view={view} />
              ))}
            </tr>
          </thead>
          <Rows {...props} firstNumber={before + 2} />
        </table>
      </section>
      {view && props.total !== undefined && props.total > pageSize ? (
        <TablePages
          view={view}
          total={props.total}
          pageSize={pageSize}
          isTotalAtLeast={props.countedTo !== undefined && props.total % props.countedTo === 0}
        />
      ) : null}
    </>
  );
}

const shownMilliseconds = 2_000;
const none: ReadonlySet<string> = new Set();

/** The keys of rows whose content has changed, for two seconds. Rows that appear or disappear do not count. */
function useChangedRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
): ReadonlySet<string> {
  const [changed, setChanged] = useState(none);
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    if (rows === undefined) return;
    const known = before.current;
    before.current = new Map(rows.map((row) => [rowKey(row), row]));
    const hasChanged = (row: Row) => {
      const last = known.get(rowKey(row));
      return last !== undefined && last !== row && JSON.stringify(last) !== JSON.stringify(row);
    };
    const keys = rows.filter(hasChanged).map(rowKey);
    if (keys.length > 0) setChanged(new Set(keys));
    // A new rowKey function does not change the keys.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows]);
  useEffect(() => {
    if (changed === none) return undefined;
    const timer = setTimeout(() => setChanged(none), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
