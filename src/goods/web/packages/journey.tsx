import { Skeleton } from "@mantine/core";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import type { MappedLeg } from "./journey-courses.ts";

const JourneyMap = lazyPart(async () => (await import("./journey-map.tsx")).JourneyMap);

/** The lazily loaded map of the legs; a skeleton of its size is shown while it loads. */
export function Journey(props: {
  legs: readonly MappedLeg[];
  carrierEvents: readonly CarrierEvent[];
}) {
  return (
    <LazyPart fallback={<Skeleton h={{ base: 252, sm: 392 }} radius="md" />}>
      <JourneyMap legs={props.legs} carrierEvents={props.carrierEvents} />
    </LazyPart>
  );
}
