/** The images of a package as staff see them: small pictures, and the way to the whole ones. */
import { Anchor, Group, Text } from "@mantine/core";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import { sentences } from "#contract/messages.ts";
import type { PackageImage } from "#contract/packages.ts";
import { fileSizeText } from "#web/packages/package-image-grid.tsx";
import classes from "./package-images.module.css";

function Picture(props: { image: PackageImage }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <div className={classes["broken"]}>
        <ImageOff size={20} aria-hidden="true" />
        <strong>Image Preview Unavailable</strong>
        <span>Click View to open in new tab</span>
        <span>Check storage bucket permissions</span>
      </div>
    );
  }
  return (
    <img
      className={classes["picture"]}
      src={props.image.thumbnailUrl}
      alt={props.image.imageName}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

function ImageCard(props: { image: PackageImage }) {
  const { image } = props;
  return (
    <li className={classes["card"]}>
      <Picture image={image} />
      <div className={classes["caption"]}>
        <Text size="sm" fw={500} truncate title={image.imageName}>
          {image.imageName}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {fileSizeText(image.fileSize)}
        </Text>
        <Group gap="md" mt={4}>
          <Anchor
            size="sm"
            href={image.imageUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`View ${image.imageName} in a new tab`}
            className={classes["action"] ?? ""}
          >
            <ExternalLink size={14} aria-hidden="true" />
            View
          </Anchor>
          <Anchor
            size="sm"
            href={image.imageUrl}
            download={image.imageName}
            aria-label={`Download ${image.imageName}`}
            className={classes["action"] ?? ""}
          >
            <Download size={14} aria-hidden="true" />
            Download
          </Anchor>
        </Group>
      </div>
    </li>
  );
}

/** All images of a package, or the sentence that there are none. */
export function PackageImages(props: { images: readonly PackageImage[] }) {
  if (props.images.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {sentences.noImages}
      </Text>
    );
  }
  return (
    <ul className={classes["images"]}>
      {props.images.map((image) => (
        <ImageCard key={image.id} image={image} />
      ))}
    </ul>
  );
}
