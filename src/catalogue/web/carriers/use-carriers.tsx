import { useQuery } from "@tanstack/react-query";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { useApi } from "#catalogue/web/api.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { Card } from "@mantine/core";
import { NotLoaded } from "#ui/web/states.tsx";
import type { Elements } from "#ui/web/elements.ts";

const freshMilliseconds = 60 * 60_000;

/** A carrier's name in the language of the document. */
export function carrierName(carrier: Carrier): string {
  const language = documentLanguage();
  if (language === "zh-Hant-HK") return carrier.nameZhHant ?? carrier.name;
  if (language === "zh-Hans") return carrier.nameZhHans ?? carrier.name;
  return carrier.name;
}

/** The name of a carrier by its code. */
export type NameOf = (carrierCode: string) => string;

/** The list of carriers, null while loading, and their names. */
export function useCarriers() {
  const api = useApi();
  const query = useQuery(
    api.carriers.listCarriers.queryOptions({
      input: {},
      staleTime: freshMilliseconds,
      // While pages are prerendered a timer would keep the build running.
      gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : freshMilliseconds,
    }),
  );
  const items: readonly Carrier[] | null = query.data?.items ?? null;
  /** The code itself where the list has no such carrier; empty while loading. */
  const nameOf: NameOf = (code) => {
    const carrier = items?.find((one) => one.code === code);
    if (carrier !== undefined) return carrierName(carrier);
    return query.isPending ? "" : code;
  };
  return { query, items, nameOf };
}

/** The carrier of a leg, which is stored by its name or as staff typed it; null where it is not in the list. */
export function storedCarrier(
  items: readonly Carrier[] | null,
  stored: string | null,
): Carrier | null {
  return items?.find(({ name }) => name === stored) ?? null;
}

/** The name of a leg's carrier; one that is not in the list is shown as it is stored. */
export function storedCarrierName(items: readonly Carrier[] | null, stored: string): string {
  const carrier = storedCarrier(items, stored);
  return carrier === null ? stored : carrierName(carrier);
}

/** Shows its children once the list of carriers is loaded. */
export function CarriersLoaded(props: { children: Elements }) {
  const { items, query } = useCarriers();
  if (items !== null) return props.children;
  return (
    <Card>
      <NotLoaded query={query} failure={{ title: t("common.carriersNotLoaded") }} lines={6} />
    </Card>
  );
}
