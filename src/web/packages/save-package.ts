/** Saving a package: the package first, then its images one by one; what fails of them is skipped. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { problemCode, problemSentence, useApi, useApiClient, type ApiClient } from "#web/api.tsx";
import { useRequestKey } from "#web/ui/request-key.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { SkippedImage } from "./chosen-images.ts";

const mostRetries = 2;
const firstRetryMilliseconds = 500;

/** What the form gives; empty texts are not sent. Weight in grams. */
export type PackageDraft = {
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly description: string;
  readonly estimatedWeightGrams: number | null;
};

/** Which image is being sent, from 1, of how many. */
export type UploadProgress = {
  readonly current: number;
  readonly total: number;
  readonly name: string;
};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Sends one image; a passing failure is tried again. Null, or why it was skipped. */
async function sendImage(client: ApiClient, packageId: string, file: File): Promise<string | null> {
  for (let retry = 0; ; retry += 1) {
    try {
      await client.packages.addImage({ packageId, file });
      return null;
    } catch (error) {
      if (problemCode(error) !== null || retry >= mostRetries) {
        return problemSentence(error, "It could not be sent. The connection may have been lost.");
      }
      await pause(firstRetryMilliseconds * 2 ** retry);
    }
  }
}

/** Asks before the page is left while something is being sent. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isSending]);
}

function tellSkipped(skipped: readonly SkippedImage[]): void {
  if (skipped.length === 0) return;
  showToast({
    title: skipped.length === 1 ? "1 image was skipped" : `${skipped.length} images were skipped`,
    description: skipped.map(({ name, reason }) => `${name}: ${reason}`).join(" "),
    kind: "warning",
  });
}

/** Saves packages and leads to the list; a refusal of the package itself is thrown to the form. */
export function useSavePackage() {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const requestKey = useRequestKey();
  const creating = useMutation(api.packages.createPackage.mutationOptions());
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [isSending, setSending] = useState(false);
  const isHere = useRef(true);
  useLeaveWarning(isSending);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const sendImages = async (packageId: string, files: readonly File[]) => {
    const skipped: SkippedImage[] = [];
    for (const [index, file] of files.entries()) {
      setProgress({ current: index + 1, total: files.length, name: file.name });
      const reason = await sendImage(client, packageId, file);
      if (reason !== null) skipped.push({ name: file.name, reason });
    }
    return skipped;
  };

  const create = async (draft: PackageDraft) => {
    const { description, estimatedWeightGrams, ...required } = draft;
    try {
      const created = await creating.mutateAsync({
        ...required,
        ...(description.trim() === "" ? {} : { description }),
        ...(estimatedWeightGrams === null ? {} : { estimatedWeightGrams }),
        requestKey: requestKey.read(),
      });
      requestKey.renew();
      return created;
    } catch (error) {
      // A refusal saved nothing; without an answer the same key finds what may have been saved.
      if (problemCode(error) !== null) requestKey.renew();
      throw error;
    }
  };

  const save = async (draft: PackageDraft, files: readonly File[]) => {
    setSending(true);
    try {
      const created = await create(draft);
      const skipped = await sendImages(created.package.id, files);
      void queryClient.invalidateQueries({ queryKey: api.packages.key() });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      if (isHere.current) await navigate("/dashboard/packages");
      showToast({ ...toasts.packageAdded, kind: "success" });
      if (!created.legsSetUp) showToast({ ...toasts.legsNotSetUp, kind: "warning" });
      tellSkipped(skipped);
    } catch (error) {
      // After success the form stays shut: a late second click must not save a second package.
      setSending(false);
      throw error;
    }
  };
  return { isSending, progress, save };
}
