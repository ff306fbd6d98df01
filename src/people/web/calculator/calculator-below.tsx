import { lazy } from "react";
import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";

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
