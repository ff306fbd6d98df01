import { useMutation, useQueryClient, type MutationScope } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode, apiErrorMessage } from "./api.tsx";
import { isNeverRefetched } from "./change-stream/changed-queries.ts";
import { t } from "./i18n/messages.tsx";
import { useToasts, type ShowToast } from "./toast.tsx";

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

/**
 * What a button does: it runs an operation, says with a toast what came of it, and reads again what is on the
 * screen. A canceled reauthentication shows nothing.
 * @param operation.scope those with the same one run one after the other
 * @param options.done says that it worked; null shows nothing
 * @param options.failed the title of the toast where it did not, above the server's message; without it that message is the title
 * @param options.hint stands there where the server gave no message
 * @param options.failures what is said instead for single errors
 * @param options.waits runs until the screen was read again, for a button that shows what was changed
 */
export function useAction<Input, Output>(
  operation: {
    readonly mutationFn?: ((input: Input, context: never) => Promise<Output>) | undefined;
    readonly scope?: MutationScope;
  },
  options: {
    readonly done: (output: Output, input: Input) => Toast | null;
    readonly failed?: (input: Input) => string;
    readonly hint?: string;
    readonly failures?: Readonly<Partial<Record<ErrorCode, () => Toast>>>;
    readonly waits?: boolean;
  },
) {
  const { showToast, hideToast } = useToasts();
  const refetched = useRefetched();
  const send = operation.mutationFn as (input: Input) => Promise<Output>;
  const failureToast = (error: unknown, input: Input): Toast => {
    const message = apiErrorMessage(error, options.hint ?? t("toasts.unexpected.description"));
    return options.failed === undefined
      ? { title: message, kind: "destructive" }
      : { title: options.failed(input), description: message, kind: "destructive" };
  };
  const { mutateAsync, isPending, variables } = useMutation({
    ...(operation.scope && { scope: operation.scope }),
    mutationFn: async (input: Input) => {
      try {
        const toast = options.done(await send(input), input);
        if (toast !== null) showToast({ kind: "success", ...toast });
        return true;
      } catch (error) {
        const code = apiErrorCode(error);
        const known = code === null ? undefined : options.failures?.[code];
        if (code !== "reauthentication_required")
          showToast(known?.() ?? failureToast(error, input));
        return false;
      } finally {
        const reading = refetched();
        if (options.waits) await reading;
      }
    },
  });
  /** Returns whether it worked. */
  const run = async (input: Input): Promise<boolean> => {
    hideToast();
    return await mutateAsync(input);
  };
  return { run, isRunning: isPending, input: isPending ? variables : undefined };
}
