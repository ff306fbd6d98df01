import { Card } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorState } from "#ui/web/states.tsx";
import classes from "./list-card.module.css";

type ListQuery = {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly data: unknown;
  readonly refetch: () => Promise<unknown>;
};

/**
 * A list in a card, or that it could not be loaded. On a phone its rows have two columns.
 * @param props.className says what stands in which of them.
 */
export function ListCard(props: {
  query: ListQuery;
  errorTitle: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const { query } = props;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={props.errorTitle}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Card padding={0} className={`${classes["rows"]} ${props.className ?? ""}`}>
      {props.children}
    </Card>
  );
}

/** The field above a list in which it is searched. */
export function ListSearch(props: { children: ReactNode }) {
  return <div className={classes["search"]}>{props.children}</div>;
}
