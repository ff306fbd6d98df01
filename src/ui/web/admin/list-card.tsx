import { Card, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorState } from "#ui/web/states.tsx";

type ListQuery = {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly data: unknown;
  readonly refetch: () => Promise<unknown>;
};

/** A list in a card, or that it could not be loaded. */
export function ListCard(props: { query: ListQuery; errorTitle: string; children: ReactNode }) {
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
  return <Card padding={0}>{props.children}</Card>;
}

/** The field above a list in which it is searched. */
export function ListSearch(props: { children: ReactNode }) {
  return (
    <Group gap="sm" mb="lg">
      {props.children}
    </Group>
  );
}
