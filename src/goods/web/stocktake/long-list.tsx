import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import desk from "#goods/web/receiving/receiving.module.css";
import { t } from "./messages.ts";

/** The first rows of a list, and all of them when asked. */
export function LongList<Row>(props: {
  label: string;
  rows: readonly Row[];
  shownCount: number;
  rowKey: (row: Row) => string;
  row: (row: Row) => ReactNode;
}) {
  const { rows, shownCount } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, shownCount);
  return (
    <>
      <ul className={desk["rows"]} aria-label={props.label}>
        {shown.map((row) => (
          <li key={props.rowKey(row)} className={desk["row"]}>
            {props.row(row)}
          </li>
        ))}
      </ul>
      {shown.length < rows.length ? (
        <Button variant="default" size="md" mt="xs" onClick={() => setShowsAll(true)}>
          {t("stocktake.showAll", { count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}
