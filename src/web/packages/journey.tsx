import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import type { MappedLeg } from "./journey-courses.ts";

const JourneyMap = lazyComponent(async () => {
  const { JourneyMap: Map } = await import("./journey-map.tsx");
  return Map;
});

/** The lazily loaded map of the legs; a skeleton of its size is shown while it loads. */
export function Journey(props: { legs: readonly MappedLeg[] }) {
  return (
    <Suspense fallback={<Skeleton h={{ base: 252, sm: 392 }} radius="md" />}>
      <JourneyMap legs={props.legs} />
    </Suspense>
  );
}
