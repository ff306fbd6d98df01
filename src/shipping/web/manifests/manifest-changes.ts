import { useQueryClient } from "@tanstack/react-query";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { useApi } from "#shipping/web/api.ts";
import { useAction } from "#ui/web/action.ts";

/** Shows a manifest at once as an operation returned it. */
export function useShowManifest(manifestId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (manifest: Manifest) => {
    const key = api.manifests.readManifest.queryKey({ input: { manifestId } });
    queryClient.setQueryData(key, manifest);
  };
}

/** An operation that returns the changed manifest, which is shown at once. */
export function useManifestAction<Input>(
  manifestId: string,
  operation: {
    readonly mutationFn?: ((input: Input, context: never) => Promise<Manifest>) | undefined;
  },
  options: { readonly failed: string; readonly onDone?: (manifest: Manifest) => void },
) {
  const show = useShowManifest(manifestId);
  return useAction(operation, {
    done: (manifest) => {
      show(manifest);
      options.onDone?.(manifest);
      return null;
    },
    failed: () => options.failed,
  });
}
