import { Split } from "#ui/web/section-card.tsx";
import { PackageForm } from "./package-form.tsx";
import { RouteCard } from "./route-card.tsx";
import { weightGramsOf } from "./package-fields.tsx";
import { usePackageForm } from "./use-package-form.ts";

/** The form and the route of the package. */
export function NewPackage() {
  const form = usePackageForm();
  const { origin, destination, estimatedWeight } = form.fields.values;
  return (
    <Split
      first={<PackageForm {...form} />}
      second={
        <RouteCard
          origin={origin}
          destination={destination}
          weightGrams={weightGramsOf(estimatedWeight)}
        />
      }
    />
  );
}
