import { lazy } from "react";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

const Calculator = lazy(async () => ({ default: (await import("./calculator.tsx")).Calculator }));

export default function ShippingCalculatorPage() {
  return (
    <>
      <PageHeader
        title="Shipping Calculator"
        description="Estimate shipping costs before you buy."
      />
      <LazyPart fallback={<LoadingCard lines={8} />}>
        <Calculator />
      </LazyPart>
    </>
  );
}
