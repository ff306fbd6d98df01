import { useQueryClient } from "@tanstack/react-query";
import type { SettingsRecord } from "#platform/contract/settings.ts";
import { useApi } from "#office/web/api.ts";

/** Stores the server's response in the cache, so that the screen shows it at once. */
export function useStoreSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  return (settings: SettingsRecord) => {
    queryClient.setQueryData(api.settings.readSettings.queryKey({ input: {} }), settings);
    void queryClient.invalidateQueries({ queryKey: api.settings.readPublicSettings.key() });
  };
}
