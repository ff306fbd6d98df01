import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { useQuery } from "@tanstack/react-query";
import { type Country, countryByCode } from "#catalogue/rules/country.ts";
import { useApi } from "#people/web/api.ts";
import { useSession } from "#ui/web/session.tsx";

const Calculator = lazyPart(
  async () => (await import("#catalogue/web/calculator/calculator.tsx")).Calculator,
);

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

/** The profile's country or, for visitors, that of their browser's language; null if there is none. */
function useOwnCountry(): Country | null {
  const api = useApi();
  const { person } = useSession();
  const { data } = useQuery({
    ...api.users.readProfile.queryOptions({ input: {} }),
    enabled: person !== null,
  });
  if (person !== null) return countryByCode(data?.country ?? "");
  return countryByCode(new Intl.Locale(navigator.language).region ?? "");
}

/** The calculator for whoever reads it. */
function OwnCalculator() {
  return <Calculator ownCountry={useOwnCountry()} />;
}
