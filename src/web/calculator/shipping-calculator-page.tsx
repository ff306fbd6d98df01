import { lazy } from "react";
import { CarriersLoaded } from "#web/carriers/carriers-loaded.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { t } from "./messages.ts";

const Calculator = lazy(async () => ({ default: (await import("./calculator.tsx")).Calculator }));

export default function ShippingCalculatorPage() {
  return (
    <>
      <PageHeader title={t("calculator.title")} description={t("calculator.description")} />
      <CarriersLoaded>
        <LazyPart fallback={<LoadingCard lines={8} />}>
          <Calculator />
        </LazyPart>
      </CarriersLoaded>
    </>
  );
}
