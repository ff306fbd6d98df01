import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { t } from "./messages.ts";

/** Runs one act at a time; what is wrong stays until the next one. */
export function useAct() {
  const [error, setError] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
  });
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await mutateAsync(act);
      return true;
    } catch (failure) {
      setError(apiErrorMessage(failure, t("packing.actFailed")));
      return false;
    }
  };
  return { run, isPending, error };
}
