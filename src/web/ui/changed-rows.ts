/** Finds the rows of a list whose contents have changed while they were shown. */
import { useEffect, useRef, useState } from "react";

const shownMilliseconds = 2_000;
const none: ReadonlySet<string> = new Set();

/**
 * The keys of rows that are other than a moment ago, for two seconds. Rows that come or go, as with another
 * page or filter, are not among them.
 */
export function useChangedRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
): ReadonlySet<string> {
  const [changed, setChanged] = useState(none);
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    if (rows === undefined) return;
    const known = before.current;
    before.current = new Map(rows.map((row) => [rowKey(row), row]));
    const isOther = (row: Row) => {
      const last = known.get(rowKey(row));
      return last !== undefined && last !== row && JSON.stringify(last) !== JSON.stringify(row);
    };
    const keys = rows.filter(isOther).map(rowKey);
    if (keys.length > 0) setChanged(new Set(keys));
    // The key is a fact of the row, whichever function reads it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows]);
  useEffect(() => {
    if (changed === none) return undefined;
    const timer = setTimeout(() => setChanged(none), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
