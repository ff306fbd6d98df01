/** The images of a package: small pictures with their names and sizes, each leading to its full size. */
import { Text } from "@mantine/core";
import ImageOff from "lucide-react/icons/image-off";
import { useState, type ReactNode } from "react";
import { sentences } from "#contract/messages.ts";
import type { PackageImage } from "#contract/packages.ts";
import { readerLocale } from "#web/ui/figures.tsx";
import classes from "./package-image-grid.module.css";

/** A file's size in KB with 1 decimal. */
export function fileSizeText(bytes: number): string {
  const kilobytes = (bytes / 1024).toLocaleString(readerLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${kilobytes} KB`;
}

type Wishes = {
  /** What can be done with an image; without it, the picture itself is the link to the full size. */
  readonly actions?: (image: PackageImage) => ReactNode;
  /** What stands below the sign that a picture cannot be shown. */
  readonly unavailable?: ReactNode;
};

function Picture(props: { image: PackageImage; alt: string; unavailable: ReactNode }) {
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

function ImageTile({ image, actions, unavailable }: { image: PackageImage } & Wishes) {
  const picture = (alt: string) => (
    <Picture key={image.thumbnailUrl} image={image} alt={alt} unavailable={unavailable} />
  );
  return (
    <li className={classes["tile"]}>
      {actions ? (
        <div className={classes["frame"]}>{picture(image.imageName)}</div>
      ) : (
        <a href={image.imageUrl} target="_blank" rel="noopener" className={classes["frame"]}>
          {picture(`Open ${image.imageName}`)}
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

/** All images, or the sentence that there is none. */
export function PackageImageGrid(props: { images: readonly PackageImage[] } & Wishes) {
  const { images, ...wishes } = props;
  if (images.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {sentences.noImages}
      </Text>
    );
  }
  return (
    <ul className={classes["grid"]} data-roomy={wishes.actions !== undefined}>
      {images.map((image) => (
        <ImageTile key={image.id} image={image} {...wishes} />
      ))}
    </ul>
  );
}
