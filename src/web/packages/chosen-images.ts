/** The images chosen for a package before it is saved: which may go along, and their previews. */
import { useEffect, useRef, useState } from "react";

const maxImages = 10;
const maxImageBytes = 10 * 1024 * 1024;

export type ChosenImage = {
  readonly id: string;
  readonly file: File;
  readonly previewUrl: string;
};

/** An image that does not go along, and why. */
export type SkippedImage = { readonly name: string; readonly reason: string };

/** A file that was refused as it was chosen; `id` tells it from others, since pasted images share one name. */
export type RejectedFile = SkippedImage & { readonly id: string };

/** Why a file cannot go along, or null. Its content is judged by the server. */
function rejectedFile(file: File): string | null {
  const isImage = file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name);
  if (!isImage) return "This is not an image.";
  if (file.size === 0) return "This file is empty.";
  return file.size > maxImageBytes ? "An image can have at most 10 MB." : null;
}

function sort(files: readonly File[], room: number) {
  const taken: File[] = [];
  const skipped: RejectedFile[] = [];
  for (const file of files) {
    const full = taken.length >= room ? `A package can have at most ${maxImages} images.` : null;
    const reason = rejectedFile(file) ?? full;
    if (reason === null) taken.push(file);
    else skipped.push({ id: crypto.randomUUID(), name: file.name, reason });
  }
  return { taken, skipped };
}

/** The images chosen so far, with what was just refused. */
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
    const sorted = sort(files, maxImages - images.length);
    setSkipped(sorted.skipped);
    const added = sorted.taken.map((file) => {
      const previewUrl = URL.createObjectURL(file);
      previewUrls.current.add(previewUrl);
      return { id: crypto.randomUUID(), file, previewUrl };
    });
    setImages((before) => [...before, ...added]);
  };
  const remove = (id: string) => {
    const image = images.find((candidate) => candidate.id === id);
    if (image === undefined) return;
    URL.revokeObjectURL(image.previewUrl);
    previewUrls.current.delete(image.previewUrl);
    setSkipped([]);
    setImages((before) => before.filter((candidate) => candidate.id !== id));
  };
  return { images, skipped, add, remove };
}
