import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import { apiErrorMessage, keyOfReads } from "#ui/web/api.tsx";
import { useApi } from "#catalogue/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "./messages.ts";

/** What the product suggests to the reader and nothing stands in place of; none while it is loaded, or for other roles. */
export function useOpenSuggestions(): readonly Suggestion[] {
  const enabled = useMayUse("suggestions");
  const options = useApi().suggestions.listSuggestions.queryOptions({ input: {}, enabled });
  const { data } = useQuery(options);
  return data?.items.filter(({ isOpen }) => isOpen) ?? [];
}

/** Accepts suggestions; a toast says how that went, and the tables to which they belong are read anew. */
export function useAcceptance() {
  const api = useApi();
  const queryClient = useQueryClient();
  const accepting = useMutation(api.suggestions.acceptSuggestions.mutationOptions());
  const accept = async (suggestions: readonly Suggestion[]): Promise<boolean> => {
    try {
      await accepting.mutateAsync({ codes: suggestions.map(({ code }) => code) });
      const [first] = suggestions;
      const count = suggestions.length;
      showToast({
        title: t("suggestions.accepted", { count, title: first?.title ?? "" }),
        description: t("suggestions.inForce"),
        kind: "success",
        place: "suggestions",
      });
      return true;
    } catch (error) {
      const description = apiErrorMessage(error, t("suggestions.notAcceptedText"));
      const title = t("suggestions.notAccepted");
      showToast({ title, description, kind: "destructive", place: "suggestions" });
      return false;
    } finally {
      const changed = [
        api.suggestions.key(),
        keyOfReads("storageRates"),
        keyOfReads("boxes"),
        keyOfReads("extraServices"),
        api.shippingServices.key(),
        api.quotes.key(),
        api.lanes.key(),
      ];
      for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { accept, isAccepting: accepting.isPending };
}
