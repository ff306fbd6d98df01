import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Elements } from "./elements.ts";
import { ErrorState } from "./states.tsx";
import classes from "./section-card.module.css";

/**
 * A section of a page in a card.
 * @param props.title a second-level heading; optional.
 * @param props.actions on the right of the title.
 * @param props.flush extends the content (a table) to the card's edges.
 */
export function SectionCard(props: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: Elements;
  flush?: boolean;
  children: Elements;
}) {
  const hasHead = Boolean(props.title ?? props.actions);
  return (
    <Card component="section" padding={props.flush ? 0 : "lg"}>
      {hasHead ? (
        <Group
          justify="space-between"
          align="flex-start"
          gap="sm"
          p={props.flush ? "lg" : 0}
          pb={props.flush ? "sm" : "md"}
        >
          <Stack gap={2} miw={0}>
            <Title order={2} size="h4">
              {props.title}
            </Title>
            {props.description ? (
              <Text size="sm" c="dimmed">
                {props.description}
              </Text>
            ) : null}
          </Stack>
          {props.actions}
        </Group>
      ) : null}
      {props.children}
    </Card>
  );
}

/**
 * A table in a card, which it fills to the edges.
 * @param props.query when it has failed without data, `failure` is shown instead; rows that are there stay.
 */
export function ListCard(props: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: Elements;
  query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  failure: { title: string; description?: string };
  children: Elements;
}) {
  const { query, failure, ...card } = props;
  if (!query.isError || query.data !== undefined) return <SectionCard flush {...card} />;
  return (
    <ErrorState {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}

export type Definition = { term: string; value: ReactNode };

/** Each value is below its term. */
export function DefinitionList(props: { items: readonly Definition[]; columns?: 1 | 2 }) {
  return (
    <dl className={classes["definitionList"]} data-columns={props.columns ?? 1}>
      {props.items.map((item) => (
        <div key={item.term} className={classes["definitionItem"]}>
          <dt className={classes["definitionTerm"]}>{item.term}</dt>
          <dd className={classes["definitionValue"]}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Two sections side by side, or one below the other on narrow screens.
 * @param props.isEven gives both the same width; otherwise the first is wider.
 */
export function Split(props: { first: ReactNode; second: ReactNode; isEven?: boolean }) {
  return (
    <div className={classes["split"]} data-even={props.isEven ?? false}>
      <div>{props.first}</div>
      <div>{props.second}</div>
    </div>
  );
}
