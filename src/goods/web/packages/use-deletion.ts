import { useAction } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";

/**
 * Deletes things and says so in a toast; one that somebody else has just deleted counts as deleted. `run` returns whether the
 * thing is deleted.
 * @param remove asks the server
 * @param options.doneAlready says that somebody else was faster; null shows nothing
 * @param options.onDeleted runs before anything is read again
 */
export function useDeletion<Thing>(
  remove: (thing: Thing) => Promise<unknown>,
  options: {
    readonly done: (thing: Thing) => string;
    readonly doneAlready: string | null;
    readonly failed: string;
    readonly onDeleted?: (thing: Thing) => void;
  },
) {
  const removeOnce = async (thing: Thing) => {
    try {
      await remove(thing);
      return { isFirst: true };
    } catch (error) {
      if (apiErrorCode(error) === "not_found") return { isFirst: false };
      throw error;
    }
  };
  return useAction(
    { mutationFn: removeOnce },
    {
      done: ({ isFirst }, thing) => {
        options.onDeleted?.(thing);
        if (isFirst) return { title: options.done(thing) };
        const { doneAlready } = options;
        return doneAlready === null ? null : { title: doneAlready, kind: "info" };
      },
      failed: () => options.failed,
    },
  );
}
