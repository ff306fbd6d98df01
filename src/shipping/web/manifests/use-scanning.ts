import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ManifestPackage } from "#shipping/contract/manifests.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { playSound } from "#goods/web/receiving/desk-sounds.ts";
import { useNextSignIn } from "#people/web/use-next-sign-in.ts";
import { t } from "./messages.ts";

/** What the newest scan led to. */
export type ScanResult =
  | { readonly outcome: "added" | "again"; readonly item: ManifestPackage }
  | { readonly outcome: "refused"; readonly scan: string; readonly message: string };

/** Each looks and sounds as what it resembles at the receiving desk. */
export const scanLooks = { added: "matched", again: "seen_before", refused: "stop" } as const;

/**
 * Adds scans to an open manifest one after the other, with a sound for what each led to. Those after the end of the
 * session wait until somebody signs in again.
 */
export function useScanning(manifestId: string, isMuted: boolean) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const [result, setResult] = useState<ScanResult | null>(null);
  const [waitingCount, setWaitingCount] = useState(0);
  const last = useRef(Promise.resolve());
  const nextSignIn = useNextSignIn();
  const show = (shown: ScanResult) => {
    setResult(shown);
    if (!isMuted) playSound(scanLooks[shown.outcome]);
  };
  const add = async (scan: string, idempotencyKey: string): Promise<void> => {
    try {
      const { isNew, item } = await client.manifests.addScan({ manifestId, scan, idempotencyKey });
      show({ outcome: isNew ? "added" : "again", item });
    } catch (error) {
      if (apiErrorCode(error) === "signed_out") {
        await nextSignIn();
        return await add(scan, idempotencyKey);
      }
      const message = apiErrorMessage(error, t("toasts.unexpected.description"));
      show({ outcome: "refused", scan, message });
    }
    setWaitingCount((count) => count - 1);
    const key = api.manifests.readManifest.key({ input: { manifestId } });
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const scan = (text: string) => {
    if (text.trim() === "") return;
    const idempotencyKey = crypto.randomUUID();
    setWaitingCount((count) => count + 1);
    last.current = last.current.then(() => add(text.trim(), idempotencyKey));
  };
  return { result, scan, waitingCount };
}
