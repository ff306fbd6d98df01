import { Card } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

/**
 * @param props.query when it has failed without data, `failure` is shown instead of the table.
 * @param props.children the table, which extends to the card's edges.
 */
export function ListCard(props: {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  failure: { title: string; description: string };
  children: ReactNode;
}) {
  const { query, failure } = props;
  if (!query.isError) return <Card padding={0}>{props.children}</Card>;
  return (
    <ErrorState {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
