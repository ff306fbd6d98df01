/** The images of a package, each a link to its full size. */
import { Text } from "@mantine/core";
import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
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

function ImageTile(props: { image: PackageImage }) {
  const { image } = props;
  const [isBroken, setBroken] = useState(false);
  return (
    <li className={classes["tile"]}>
      <a href={image.imageUrl} target="_blank" rel="noopener" className={classes["frame"]}>
        {isBroken ? (
          <span className={classes["broken"]}>
            <ImageOff size={22} aria-hidden="true" />
            <span className="visually-hidden">{`Open ${image.imageName}`}</span>
          </span>
        ) : (
          <img
            src={image.thumbnailUrl}
            alt={`Open ${image.imageName}`}
            loading="lazy"
            onError={() => setBroken(true)}
          />
        )}
      </a>
      <Text span size="xs" truncate title={image.imageName}>
        {image.imageName}
      </Text>
      <Text span size="xs" c="dimmed" className="figures">
        {fileSizeText(image.fileSize)}
      </Text>
    </li>
  );
}

/** All images, or the sentence that there is none. */
export function PackageImageGrid(props: { images: readonly PackageImage[] }) {
  if (props.images.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {sentences.noImages}
      </Text>
    );
  }
  return (
    <ul className={classes["grid"]}>
      {props.images.map((image) => (
        <ImageTile key={image.id} image={image} />
      ))}
    </ul>
  );
}
