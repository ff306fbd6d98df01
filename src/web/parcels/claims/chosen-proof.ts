import { useEffect, useRef, useState } from "react";
import { parcelClaimLimits } from "#core/parcel-claim.ts";
import { t } from "./messages.ts";

/** What the file dialog offers. */
export const acceptedProof = "image/*,.heic,.heif,application/pdf,.pdf";

/** The largest file as text. */
export const maxProofSize = "10 MB";

/** A file that was not taken or not sent, and why. */
export type RejectedProof = { readonly id: string; readonly name: string; readonly reason: string };

export type ChosenProof = {
  /** Also the idempotency key of its upload. */
  readonly id: string;
  readonly file: File;
  /** null: a PDF. */
  readonly previewUrl: string | null;
};

export function isPdfFile(file: File): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name);
}

/** Why a file cannot be a proof; null if it can. The server checks the content. */
function fileError(file: File): string | null {
  const isImage = file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name);
  if (!isImage && !isPdfFile(file)) return t("parcel-claims.file.wrongKind");
  if (file.size === 0) return t("parcel-claims.file.empty");
  if (file.size <= parcelClaimLimits.fileBytes) return null;
  return t("parcel-claims.file.tooLarge", { size: maxProofSize });
}

/** Those of `files` that can be proofs, at most `freeSlots`, and why the others cannot. */
export function acceptedProofs(files: readonly File[], freeSlots: number) {
  const accepted: File[] = [];
  const rejected: RejectedProof[] = [];
  for (const file of files) {
    const limitError =
      accepted.length >= freeSlots
        ? t("parcel-claims.file.tooMany", { maximum: parcelClaimLimits.files })
        : null;
    const reason = fileError(file) ?? limitError;
    if (reason === null) accepted.push(file);
    else rejected.push({ id: crypto.randomUUID(), name: file.name, reason });
  }
  return { accepted, rejected };
}

/** The chosen files, and those that were rejected last. */
export function useChosenProof() {
  const [files, setFiles] = useState<readonly ChosenProof[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedProof[]>([]);
  const previewUrls = useRef(new Set<string>());
  useEffect(() => {
    const urls = previewUrls.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);
  const add = (added: readonly File[]) => {
    const result = acceptedProofs(added, parcelClaimLimits.files - files.length);
    setRejected(result.rejected);
    const chosen = result.accepted.map((file) => {
      const previewUrl = isPdfFile(file) ? null : URL.createObjectURL(file);
      if (previewUrl !== null) previewUrls.current.add(previewUrl);
      return { id: crypto.randomUUID(), file, previewUrl };
    });
    setFiles((current) => [...current, ...chosen]);
  };
  const remove = (ids: readonly string[]) => {
    for (const { id, previewUrl } of files) {
      if (previewUrl === null || !ids.includes(id)) continue;
      URL.revokeObjectURL(previewUrl);
      previewUrls.current.delete(previewUrl);
    }
    setRejected((current) => current.filter(({ id }) => !ids.includes(id)));
    setFiles((current) => current.filter(({ id }) => !ids.includes(id)));
  };
  return { files, rejected, add, remove, reject: setRejected };
}
