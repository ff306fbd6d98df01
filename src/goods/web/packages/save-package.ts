import { ORPCError } from "@orpc/client";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import type { SubmitTools } from "#ui/web/app-form.ts";
import { useUnloadWarning } from "#ui/web/leave-warning.tsx";
import { showToast } from "#ui/web/toast.tsx";
import type { SkippedImage } from "./package-image-grid.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

const maxRetries = 2;
const firstRetryMilliseconds = 500;
/** Retries while the server is busy and names a time to retry. */
const maxRetriesWhileBusy = 6;
/** Longer is left to the person, as where an hour's uploads are used up. */
const longestBusyMilliseconds = 30_000;

/** The validated form; empty texts are not sent. */
export type PackageDraft = {
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly description: string;
  readonly estimatedWeightGrams: number | null;
  /** Of further parcels that the package gathers. */
  readonly furtherTrackingNumbers: readonly string[];
  readonly recipient: Recipient;
};

/** The image being uploaded; `current` starts at 1. */
export type UploadProgress = {
  readonly current: number;
  readonly total: number;
  readonly name: string;
};

/** Images of a saved package that were not uploaded because of a temporary error. */
export type PendingUploads = {
  readonly packageId: string;
  readonly legsSetUp: boolean;
  /** Numbers whose parcel stays in another package. */
  readonly inOtherPackages: readonly string[];
  readonly unsent: readonly UnsentImage[];
  /** Images that the server rejected; retrying does not help. */
  readonly rejected: readonly SkippedImage[];
};

type UnsentImage = SkippedImage & { readonly file: File };

type UploadResult =
  | { readonly state: "stored" }
  | { readonly state: "rejected" | "unsent"; readonly reason: string };

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** The time to retry that the server names; null if it names none. */
function retryAfterMilliseconds(error: unknown): number | null {
  if (!(error instanceof ORPCError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("retryAfterSeconds" in data)) return null;
  return Number(data.retryAfterSeconds) * 1000;
}

/** Uploads one image; temporary errors are retried. */
async function uploadImage(
  client: ApiClient,
  packageId: string,
  file: File,
): Promise<UploadResult> {
  // The answer of an image that is stored may be lost.
  const idempotencyKey = crypto.randomUUID();
  for (let retry = 0; ; retry += 1) {
    try {
      await client.packages.addImage({ packageId, file, idempotencyKey });
      return { state: "stored" };
    } catch (error) {
      const busyMilliseconds = retryAfterMilliseconds(error);
      const defaultReason = t("package-details.image.uploadFailed");
      const reason =
        busyMilliseconds !== null && error instanceof Error
          ? error.message
          : apiErrorMessage(error, defaultReason);
      if (busyMilliseconds !== null) {
        if (retry >= maxRetriesWhileBusy || busyMilliseconds > longestBusyMilliseconds)
          return { state: "unsent", reason };
        await pause(busyMilliseconds);
        continue;
      }
      if (apiErrorCode(error) === "too_many_requests") return { state: "unsent", reason };
      if (apiErrorCode(error) !== null) return { state: "rejected", reason };
      if (retry >= maxRetries) return { state: "unsent", reason };
      await pause(firstRetryMilliseconds * 2 ** retry);
    }
  }
}

/** Uploads the images one by one. */
async function uploadImages(
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
    const result = await uploadImage(client, packageId, file);
    if (result.state === "unsent") unsent.push({ name, reason: result.reason, file });
    if (result.state === "rejected") rejected.push({ name, reason: result.reason });
  }
  onProgress(null);
  return { unsent, rejected };
}

export function showSkipped(skipped: readonly SkippedImage[]): void {
  if (skipped.length === 0) return;
  showToast({
    title: t("package-details.imagesSkipped", { count: skipped.length }),
    description: joinSentences(
      skipped.map(({ name, reason }) => t("package-details.fileAndReason", { name, reason })),
    ),
    kind: "warning",
    place: "skipped images",
  });
}

/** Uploads images to a saved package, with its progress. */
export function useImageUpload() {
  const client = useApiClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const upload = (packageId: string, files: readonly File[]) =>
    uploadImages(client, packageId, files, setProgress);
  return { progress, upload };
}

/** Creates the package; without a response a retry with the same key returns the saved package. */
function useCreatePackage() {
  const client = useApiClient();
  return async (draft: PackageDraft, idempotencyKey: string) => {
    const { description, estimatedWeightGrams, furtherTrackingNumbers, ...required } = draft;
    return await client.packages.createPackage({
      ...required,
      ...(description.trim() === "" ? {} : { description }),
      ...(estimatedWeightGrams === null ? {} : { estimatedWeightGrams }),
      ...(furtherTrackingNumbers.length === 0
        ? {}
        : { furtherTrackingNumbers: [...furtherTrackingNumbers] }),
      idempotencyKey,
    });
  };
}

/** Whether the component is still mounted. */
function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** Saves a package with its images and opens the list; `save` throws if the package is rejected. */
export function useSavePackage() {
  const refetch = useRefetch();
  const navigate = useNavigate();
  const create = useCreatePackage();
  const { progress, upload: uploadAll } = useImageUpload();
  const [isSending, setSending] = useState(false);
  const [pendingUploads, setPendingUploads] = useState<PendingUploads | null>(null);
  const isMounted = useIsMounted();
  useUnloadWarning(isSending);

  const finish = async (
    saved: Pick<PendingUploads, "legsSetUp" | "inOtherPackages">,
    skipped: readonly SkippedImage[],
  ) => {
    const { legsSetUp, inOtherPackages } = saved;
    refetch();
    const state = inOtherPackages.length === 0 ? null : { inOtherPackages };
    if (isMounted.current) await navigate("/dashboard/packages", { state });
    showToast({ ...toastText("packageAdded"), kind: "success", place: "package" });
    if (!legsSetUp) showToast({ ...toastText("legsNotSetUp"), kind: "warning", place: "legs" });
    showSkipped(skipped);
  };

  /** Finishes when nothing is left to retry; otherwise the remaining images stay on the screen. */
  const upload = async (saved: Omit<PendingUploads, "unsent">, files: readonly File[]) => {
    setSending(true);
    const { unsent, rejected } = await uploadAll(saved.packageId, files);
    const all = [...saved.rejected, ...rejected];
    if (unsent.length === 0 || !isMounted.current) {
      await finish(saved, [...all, ...unsent]);
      return;
    }
    setPendingUploads({ ...saved, rejected: all, unsent });
    setSending(false);
  };

  const save = async (
    draft: PackageDraft,
    files: readonly File[],
    request: Pick<SubmitTools<never>, "readRequestKey" | "removeDraft">,
  ) => {
    setSending(true);
    try {
      const { package: pkg, ...created } = await create(draft, request.readRequestKey());
      request.removeDraft();
      await upload({ packageId: pkg.id, ...created, rejected: [] }, files);
    } catch (error) {
      // The form stays disabled after success, so that a second click cannot save a second package.
      setSending(false);
      throw error;
    }
  };

  const retry = async () => {
    if (pendingUploads === null || isSending) return;
    await upload(
      pendingUploads,
      pendingUploads.unsent.map(({ file }) => file),
    );
  };
  const skip = async () => {
    if (pendingUploads === null) return;
    const { rejected, unsent } = pendingUploads;
    await finish(pendingUploads, [...rejected, ...unsent]);
  };
  return { isSending, progress, save, pendingUploads, retry, skip };
}
