import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";

/** The shipping services as choices of a field; empty while they load. */
export function useServiceOptions(): { value: string; label: string }[] {
  const api = useApi();
  const { data } = useQuery(api.quotes.listServices.queryOptions({ input: {} }));
  return (data?.items ?? []).map(({ code, name }) => ({ value: code, label: name }));
}
