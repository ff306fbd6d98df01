import { Suspense } from "react";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { Split } from "#web/ui/split.tsx";
import { PackageForm } from "./package-form.tsx";
import { usePackageForm } from "./use-package-form.ts";

const RouteCard = lazyComponent(async () => {
  const { RouteCard: card } = await import("./route-card.tsx");
  return card;
});

/** The form and the route of the package. */
export function NewPackage() {
  const form = usePackageForm();
  const { origin, destination } = form.fields.values;
  return (
    <Split
      first={<PackageForm {...form} />}
      second={
        <Suspense fallback={<LoadingCard lines={8} />}>
          <RouteCard origin={origin} destination={destination} />
        </Suspense>
      }
    />
  );
}
