import { Text } from "@mantine/core";
import ImageOff from "lucide-react/icons/image-off";
import { useState, useEffect } from "react";
import type { PackageImage } from "#goods/contract/packages.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./package-details.module.css";
import type { Elements } from "#ui/web/elements.ts";
import type { FileRules } from "#ui/web/chosen-files.tsx";

/** A file's size in KB with 1 decimal. */
export function fileSizeText(bytes: number): string {
  const kilobytes = (bytes / 1024).toLocaleString(readerLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${kilobytes} KB`;
}

type ImageOptions = {
  /** Buttons for an image; without them, the image itself links to its full size. */
  readonly actions?: (image: PackageImage) => Elements;
  /** Shown when the image cannot be loaded. */
  readonly unavailable?: Elements;
};

function Picture(props: { image: PackageImage; alt: string; unavailable: Elements }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <span className={classes["broken"]}>
        <ImageOff size={22} aria-hidden="true" />
        {props.unavailable ?? <span className="visually-hidden">{props.alt}</span>}
      </span>
    );
  }
  return (
    <img
      src={props.image.thumbnailUrl}
      alt={props.alt}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

function ImageTile({ image, actions, unavailable }: { image: PackageImage } & ImageOptions) {
  const picture = (alt: string) => (
    <Picture key={image.thumbnailUrl} image={image} alt={alt} unavailable={unavailable} />
  );
  return (
    <li className={classes["imageTile"]}>
      {actions ? (
        <div className={`cover-image ${classes["imageFrame"]}`}>{picture(image.imageName)}</div>
      ) : (
        <a
          href={image.imageUrl}
          target="_blank"
          rel="noopener"
          className={`cover-image ${classes["imageFrame"]}`}
        >
          {picture(t("package-details.openNamed", { name: image.imageName }))}
        </a>
      )}
      <Text span size={actions ? "sm" : "xs"} truncate title={image.imageName}>
        {image.imageName}
      </Text>
      <Text span size="xs" c="dimmed" className="figures">
        {fileSizeText(image.fileSize)}
      </Text>
      {actions?.(image)}
    </li>
  );
}

export function PackageImageGrid(props: { images: readonly PackageImage[] } & ImageOptions) {
  const { images, ...options } = props;
  if (images.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("sentences.noImages")}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${classes["imageGrid"]}`} data-roomy={options.actions !== undefined}>
      {images.map((image) => (
        <ImageTile key={image.id} image={image} {...options} />
      ))}
    </ul>
  );
}

export const maxImages = 10;

/** The largest image as text. */
export const maxImageSize = "10 MB";

/** An image that is not uploaded, and why. */
export type SkippedImage = { readonly name: string; readonly reason: string };

export const imageRules: FileRules = {
  most: maxImages,
  mostBytes: 10 * 1024 * 1024,
  takesPdf: false,
  wrongKind: () => t("package-details.image.notAnImage"),
  empty: () => t("package-details.image.empty"),
  tooLarge: () => t("package-details.image.tooLarge", { size: maxImageSize }),
  tooMany: () => t("package-details.image.tooMany", { maximum: maxImages }),
};

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Accepts files pasted or dropped anywhere on the page; returns whether files are dragged over it. */
export function useDroppedFiles(
  onFiles: (files: readonly File[]) => void,
  isLocked: boolean,
): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const accept = (event: Event, files: FileList | undefined) => {
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      if (!isLocked) onFiles([...files]);
    };
    const paste = (event: ClipboardEvent) => {
      // Spreadsheets copy a cell as text and image; in a text field the text is intended.
      if (isTextField(event.target) && event.clipboardData?.types.includes("text/plain")) return;
      accept(event, event.clipboardData?.files);
    };
    const drop = (event: DragEvent) => {
      setDraggedOver(false);
      accept(event, event.dataTransfer?.files);
    };
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault();
      setDraggedOver(!isLocked);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDraggedOver(false);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("drop", drop);
    document.addEventListener("dragover", hover);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("drop", drop);
      document.removeEventListener("dragover", hover);
      document.removeEventListener("dragleave", leave);
    };
  }, [onFiles, isLocked]);
  return isDraggedOver;
}
