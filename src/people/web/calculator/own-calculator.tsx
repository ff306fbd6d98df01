import { useQuery } from "@tanstack/react-query";
import { type Country, countryByCode } from "#catalogue/rules/country.ts";
import { useApi } from "#people/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { Calculator } from "#catalogue/web/calculator/calculator.tsx";

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
export function OwnCalculator() {
  return <Calculator ownCountry={useOwnCountry()} />;
}
