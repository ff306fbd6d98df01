import {
  useMutation,
  useQueryClient,
  type MutationScope,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode, apiErrorMessage } from "./api.tsx";
import { isNeverRefetched } from "./change-stream/changed-queries.ts";
import { t } from "./i18n/messages.tsx";
import { hideToast, showToast, useToasts, type ShowToast } from "./toast.tsx";

/** As `useRefetch`, for what waits until the new state is on the screen. */
export function useRefetched(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      queryClient.invalidateQueries({ predicate: (query) => !isNeverRefetched(query.queryKey) }),
    [queryClient],
  );
}

/** Reads again all that is on the screen, for after something was changed; the rest once it is shown. */
export function useRefetch(): () => void {
  const refetched = useRefetched();
  return useCallback(() => void refetched(), [refetched]);
}

type Toast = Parameters<ShowToast>[0];

/** What a change makes of what was read, which is shown before the server has answered. */
type AtOnce<Input, Data> = {
  readonly queryKey: QueryKey;
  readonly change: (known: Data, input: Input) => Data;
};

/** Shows changes at once, and what is stored as far as it is known where one fails. */
function useAtOnce<Input, Data>(atOnce: AtOnce<Input, Data> | undefined) {
  const queryClient = useQueryClient();
  const stored = useRef<Data>(undefined);
  if (atOnce === undefined) return null;
  const { queryKey, change } = atOnce;
  return {
    show: async (input: Input, isFirst: boolean) => {
      await queryClient.cancelQueries({ queryKey });
      const known = queryClient.getQueryData<Data>(queryKey);
      if (isFirst) stored.current = known;
      if (known !== undefined) queryClient.setQueryData<Data>(queryKey, change(known, input));
    },
    keep: (input: Input) => {
      if (stored.current !== undefined) stored.current = change(stored.current, input);
    },
    undo: () => queryClient.setQueryData<Data>(queryKey, stored.current),
  };
}

/** The toasts of one action, or of all that share a place. */
function useActionToasts(place: string | undefined): ReturnType<typeof useToasts> {
  const own = useToasts();
  if (place === undefined) return own;
  return {
    showToast: (toast) => showToast({ ...toast, place }),
    hideToast: () => hideToast(place),
  };
}

/**
 * What a button does: it runs an operation, says with a toast what came of it, and reads again what is on the
 * screen. A canceled reauthentication shows nothing.
 * @param operation.scope those with the same one run one after the other, and read again after the last
 * @param options.done says that it worked; null shows nothing
 * @param options.failed the title of the toast where it did not, above the server's message; without it that message is the title
 * @param options.hint stands there where the server gave no message
 * @param options.failures what is said instead for single errors; null shows nothing
 * @param options.place the card or dialog whose actions show one toast at a time
 * @param options.showsErrorInPlace the screen itself shows `error`, and no toast says it
 * @param options.atOnce shows the change before the server has answered, until the screen is read again
 * @param options.waits runs until the screen was read again, for a button that shows what was changed
 */
export function useAction<Input, Output, Data = never>(
  operation: {
    readonly mutationFn?: ((input: Input, context: never) => Promise<Output>) | undefined;
    readonly scope?: MutationScope;
  },
  options: {
    readonly done: (output: Output, input: Input) => Toast | null;
    readonly failed?: (input: Input) => string;
    readonly hint?: string;
    readonly failures?: Readonly<
      Partial<Record<ErrorCode, (error: unknown, input: Input) => Toast | null>>
    >;
    readonly place?: string;
    readonly showsErrorInPlace?: boolean;
    readonly atOnce?: AtOnce<Input, Data>;
    readonly waits?: boolean;
  },
) {
  const toasts = useActionToasts(options.place);
  const atOnce = useAtOnce(options.atOnce);
  const queryClient = useQueryClient();
  const refetched = useRefetched();
  const [error, setError] = useState<unknown>(null);
  const send = operation.mutationFn as (input: Input) => Promise<Output>;
  const failureToast = (failure: unknown, input: Input): Toast => {
    const message = apiErrorMessage(failure, options.hint ?? t("toasts.unexpected.description"));
    return options.failed === undefined
      ? { title: message, kind: "destructive" }
      : { title: options.failed(input), description: message, kind: "destructive" };
  };
  // Those that wait for this one show their changes already, which reading again would undo.
  const isOnly = () => countRunning(queryClient, operation.scope) <= 1;
  const say = (toast: Toast | null) => (toast === null ? undefined : toasts.showToast(toast));
  const fail = (failure: unknown, input: Input) => {
    const code = apiErrorCode(failure);
    if (code === "reauthentication_required") return;
    const known = code === null ? undefined : options.failures?.[code];
    if (known !== undefined) say(known(failure, input));
    else if (options.showsErrorInPlace) setError(failure);
    else say(failureToast(failure, input));
  };
  const { mutateAsync, isPending, variables } = useMutation({
    ...(operation.scope && { scope: operation.scope }),
    onMutate: (input: Input) => atOnce?.show(input, isOnly()),
    mutationFn: async (input: Input) => {
      try {
        const output = await send(input);
        atOnce?.keep(input);
        const toast = options.done(output, input);
        if (toast !== null) say({ kind: "success", ...toast });
        return true;
      } catch (failure) {
        if (isOnly()) atOnce?.undo();
        fail(failure, input);
        return false;
      } finally {
        const reading = isOnly() ? refetched() : undefined;
        if (options.waits) await reading;
      }
    },
  });
  /** Returns whether it worked. */
  const run = async (input: Input): Promise<boolean> => {
    toasts.hideToast();
    setError(null);
    return await mutateAsync(input);
  };
  return { run, isRunning: isPending, input: isPending ? variables : undefined, error };
}

/** How many actions with the same scope run or wait. */
function countRunning(queryClient: QueryClient, scope: MutationScope | undefined): number {
  if (scope === undefined) return 1;
  return queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id });
}
