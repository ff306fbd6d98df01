import { useEffect, useRef, useState } from "react";
import { t } from "./details-messages.ts";

export const maxImages = 10;
const maxImageBytes = 10 * 1024 * 1024;

/** The largest image as text. */
export const maxImageSize = "10 MB";

export type ChosenImage = {
  readonly id: string;
  readonly file: File;
  readonly previewUrl: string;
};

/** An image that is not uploaded, and why. */
export type SkippedImage = { readonly name: string; readonly reason: string };

/** A file that was rejected when it was chosen; it has an `id` because pasted images share one name. */
export type RejectedFile = SkippedImage & { readonly id: string };

/** Why a file cannot be uploaded; null if it can. The server checks the content. */
function fileError(file: File): string | null {
  const isImage = file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name);
  if (!isImage) return t("package-details.image.notAnImage");
  if (file.size === 0) return t("package-details.image.empty");
  return file.size > maxImageBytes
    ? t("package-details.image.tooLarge", { size: maxImageSize })
    : null;
}

/** Those of `files` that can be uploaded, at most `freeSlots`, and why the others cannot. */
export function acceptedFiles(files: readonly File[], freeSlots: number) {
  const accepted: File[] = [];
  const skipped: RejectedFile[] = [];
  for (const file of files) {
    const limitError =
      accepted.length >= freeSlots
        ? t("package-details.image.tooMany", { maximum: maxImages })
        : null;
    const reason = fileError(file) ?? limitError;
    if (reason === null) accepted.push(file);
    else skipped.push({ id: crypto.randomUUID(), name: file.name, reason });
  }
  return { accepted, skipped };
}

/** The chosen images, and the files that were rejected last. */
export function useChosenImages() {
  const [images, setImages] = useState<readonly ChosenImage[]>([]);
  const [skipped, setSkipped] = useState<readonly RejectedFile[]>([]);
  const previewUrls = useRef(new Set<string>());
  useEffect(() => {
    const urls = previewUrls.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);

  const add = (files: readonly File[]) => {
    const { accepted, skipped: rejected } = acceptedFiles(files, maxImages - images.length);
    setSkipped(rejected);
    const added = accepted.map((file) => {
      const previewUrl = URL.createObjectURL(file);
      previewUrls.current.add(previewUrl);
      return { id: crypto.randomUUID(), file, previewUrl };
    });
    setImages((current) => [...current, ...added]);
  };
  const remove = (id: string) => {
    const image = images.find((candidate) => candidate.id === id);
    if (image === undefined) return;
    URL.revokeObjectURL(image.previewUrl);
    previewUrls.current.delete(image.previewUrl);
    setSkipped([]);
    setImages((current) => current.filter((candidate) => candidate.id !== id));
  };
  return { images, skipped, add, remove };
}
