import { lazy } from "react";
import { CarriersLoaded } from "#web/carriers/carriers-loaded.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";

const OwnCalculator = lazy(async () => ({
  default: (await import("./own-calculator.tsx")).OwnCalculator,
}));

/** The calculator below the heading of its page, for customers and visitors. */
export function CalculatorBelow() {
  return (
    <CarriersLoaded>
      <LazyPart fallback={<LoadingCard lines={8} />}>
        <OwnCalculator />
      </LazyPart>
    </CarriersLoaded>
  );
}
