import { useQueryClient } from "@tanstack/react-query";
import type { Shipment } from "#goods/contract/packages.ts";
import { useApi } from "#goods/web/api.ts";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";

/**
 * Updates the cached packages after a change: `store` a changed package, `remove` a deleted one, `refresh` all where
 * the response does not contain the new state.
 */
export function useShipmentChanges(): {
  readonly store: (pkg: Shipment) => void;
  readonly remove: (packageId: string) => void;
  readonly refresh: () => void;
} {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefetch();
  return {
    refresh,
    store: (pkg) => {
      queryClient.setQueryData(
        api.packages.readShipment.queryKey({ input: { packageId: pkg.id } }),
        (before) => (before ? { ...before, package: pkg } : before),
      );
      refresh();
    },
    remove: (packageId) => {
      queryClient.removeQueries({
        queryKey: api.packages.readShipment.queryKey({ input: { packageId } }),
      });
    },
  };
}

/**
 * Deletes a thing and says so in a toast; one that somebody else has just deleted counts as deleted. Rejects where it
 * failed, which the toast says as well.
 * @param remove asks the server
 * @param options.onDeleted runs before anything is read again
 */
export function useDeletion<Thing>(
  remove: (thing: Thing) => Promise<unknown>,
  options: {
    readonly done: (thing: Thing) => string;
    readonly doneAlready: string;
    readonly failed: string;
    readonly onDeleted?: (thing: Thing) => void;
  },
): (thing: Thing) => Promise<void> {
  const removeOnce = async (thing: Thing) => {
    try {
      await remove(thing);
      return { isFirst: true };
    } catch (error) {
      if (apiErrorCode(error) === "not_found") return { isFirst: false };
      throw error;
    }
  };
  const { run } = useAction(
    { mutationFn: removeOnce },
    {
      done: ({ isFirst }, thing) => {
        options.onDeleted?.(thing);
        return isFirst
          ? { title: options.done(thing) }
          : { title: options.doneAlready, kind: "info" };
      },
      failed: () => options.failed,
    },
  );
  return async (thing) => {
    if (!(await run(thing))) throw new Error(options.failed);
  };
}
