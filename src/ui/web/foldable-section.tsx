import { Group, Title } from "@mantine/core";
import type { Elements } from "./elements.ts";
import classes from "./foldable-section.module.css";

/** A part of a page under its title; one that is done is folded, and opens with a press. */
export function FoldableSection(props: {
  title: string;
  isFolded: boolean;
  /** Stands beside the title. */
  beside?: Elements;
  children: Elements;
}) {
  const { title, isFolded, beside, children } = props;
  const heading = (
    <Title order={3} size="h5">
      {title}
    </Title>
  );
  if (isFolded) {
    return (
      <details className={classes["folded"]}>
        <summary>{heading}</summary>
        {beside}
        {children}
      </details>
    );
  }
  return (
    <section aria-label={title}>
      <Group gap="xs" mb="sm">
        {heading}
        {beside}
      </Group>
      {children}
    </section>
  );
}
