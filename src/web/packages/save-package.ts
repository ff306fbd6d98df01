/** Saving a package: the package first, then its images one by one; what fails of them is skipped. */
import { ORPCError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { apiErrorCode, apiErrorMessage, useApi, useApiClient, type ApiClient } from "#web/api.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { SkippedImage } from "./chosen-images.ts";

const mostRetries = 2;
const firstRetryMilliseconds = 500;
/** While the server has too much to do it is asked this often again, when it says. */
const mostRetriesWhileBusy = 6;

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

/** Images that did not arrive for a reason that passes; the package itself is saved. */
export type UnsentImages = {
  readonly packageId: string;
  readonly legsSetUp: boolean;
  readonly unsent: readonly UnsentImage[];
  /** Those that cannot be kept, however often they are sent. */
  readonly rejected: readonly SkippedImage[];
};

type UnsentImage = SkippedImage & { readonly file: File };

type Sent =
  | { readonly state: "kept" }
  | { readonly state: "refused" | "unsent"; readonly reason: string };

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** When the server says to come again, in milliseconds. */
function retryAfter(error: unknown): number | null {
  if (!(error instanceof ORPCError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("retryAfterSeconds" in data)) return null;
  return Number(data.retryAfterSeconds) * 1000;
}

/** Sends one image; a passing failure is tried again. */
async function sendImage(client: ApiClient, packageId: string, file: File): Promise<Sent> {
  for (let retry = 0; ; retry += 1) {
    try {
      await client.packages.addImage({ packageId, file });
      return { state: "kept" };
    } catch (error) {
      const later = retryAfter(error);
      const lost = "It could not be sent. The connection may have been lost.";
      const reason =
        later !== null && error instanceof Error ? error.message : apiErrorMessage(error, lost);
      if (later !== null) {
        if (retry >= mostRetriesWhileBusy) return { state: "unsent", reason };
        await pause(later);
        continue;
      }
      if (apiErrorCode(error) === "too_many_requests") return { state: "unsent", reason };
      if (apiErrorCode(error) !== null) return { state: "refused", reason };
      if (retry >= mostRetries) return { state: "unsent", reason };
      await pause(firstRetryMilliseconds * 2 ** retry);
    }
  }
}

/** Sends them one by one, and says at each how far it is. */
async function sendImages(
  client: ApiClient,
  packageId: string,
  files: readonly File[],
  onProgress: (progress: UploadProgress | null) => void,
) {
  const unsent: UnsentImage[] = [];
  const rejected: SkippedImage[] = [];
  for (const [index, file] of files.entries()) {
    const { name } = file;
    onProgress({ current: index + 1, total: files.length, name });
    const sent = await sendImage(client, packageId, file);
    if (sent.state === "unsent") unsent.push({ name, reason: sent.reason, file });
    if (sent.state === "refused") rejected.push({ name, reason: sent.reason });
  }
  onProgress(null);
  return { unsent, rejected };
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

function showSkipped(skipped: readonly SkippedImage[]): void {
  if (skipped.length === 0) return;
  showToast({
    title: skipped.length === 1 ? "1 image was skipped" : `${skipped.length} images were skipped`,
    description: skipped.map(({ name, reason }) => `${name}: ${reason}`).join(" "),
    kind: "warning",
  });
}

/** Creates the package itself, once however often it is tried. */
function useCreatePackage() {
  const idempotencyKey = useIdempotencyKey();
  const creating = useMutation(useApi().packages.createPackage.mutationOptions());
  return async (draft: PackageDraft) => {
    const { description, estimatedWeightGrams, ...required } = draft;
    try {
      const created = await creating.mutateAsync({
        ...required,
        ...(description.trim() === "" ? {} : { description }),
        ...(estimatedWeightGrams === null ? {} : { estimatedWeightGrams }),
        idempotencyKey: idempotencyKey.read(),
      });
      idempotencyKey.renew();
      return created;
    } catch (error) {
      // A refusal saved nothing; without an answer the same key finds what may have been saved.
      if (apiErrorCode(error) !== null) idempotencyKey.renew();
      throw error;
    }
  };
}

/** Whether the screen is still shown. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Saves packages and leads to the list; a refusal of the package itself is thrown to the form. */
export function useSavePackage() {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useCreatePackage();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [isSending, setSending] = useState(false);
  const [left, setLeft] = useState<UnsentImages | null>(null);
  const isHere = useIsHere();
  useLeaveWarning(isSending);

  const finish = async (legsSetUp: boolean, skipped: readonly SkippedImage[]) => {
    void queryClient.invalidateQueries({ queryKey: api.packages.key() });
    void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
    if (isHere.current) await navigate("/dashboard/packages");
    showToast({ ...toasts.packageAdded, kind: "success" });
    if (!legsSetUp) showToast({ ...toasts.legsNotSetUp, kind: "warning" });
    showSkipped(skipped);
  };

  /** Ends when all has arrived or cannot be kept; what may still arrive stays on the screen. */
  const send = async (saved: Omit<UnsentImages, "unsent">, files: readonly File[]) => {
    setSending(true);
    const { unsent, rejected } = await sendImages(client, saved.packageId, files, setProgress);
    const all = [...saved.rejected, ...rejected];
    if (unsent.length === 0 || !isHere.current) {
      await finish(saved.legsSetUp, [...all, ...unsent]);
      return;
    }
    setLeft({ ...saved, rejected: all, unsent });
    setSending(false);
  };

  const save = async (draft: PackageDraft, files: readonly File[]) => {
    setSending(true);
    try {
      const { legsSetUp, package: pkg } = await create(draft);
      await send({ packageId: pkg.id, legsSetUp, rejected: [] }, files);
    } catch (error) {
      // After success the form stays shut: a late second click must not save a second package.
      setSending(false);
      throw error;
    }
  };

  const retry = async () => {
    if (left === null || isSending) return;
    await send(
      left,
      left.unsent.map(({ file }) => file),
    );
  };
  const leave = async () => {
    if (left !== null) await finish(left.legsSetUp, [...left.rejected, ...left.unsent]);
  };
  return { isSending, progress, save, left, retry, leave };
}
