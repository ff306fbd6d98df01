import { useQueryClient } from "@tanstack/react-query";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Shows a manifest as an operation returned it, or a toast with why it failed. */
export function useManifestChange(manifestId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSuccess = (manifest: Manifest) => {
    const key = api.manifests.readManifest.queryKey({ input: { manifestId } });
    queryClient.setQueryData(key, manifest);
    void queryClient.invalidateQueries({ queryKey: api.manifests.listManifests.key() });
  };
  const onError = (title: string) => (error: unknown) => {
    showToast({
      title,
      description: apiErrorMessage(error, t("toasts.unexpected.description")),
      kind: "destructive",
      place: "manifest",
    });
    void queryClient.invalidateQueries({ queryKey: api.manifests.key() });
  };
  return { onSuccess, onError };
}
