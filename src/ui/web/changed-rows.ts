import { useEffect, useRef, useState } from "react";

const shownMilliseconds = 2_000;
const none: ReadonlySet<string> = new Set();

/** The keys of rows whose content has changed, for two seconds. Rows that appear or disappear do not count. */
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
