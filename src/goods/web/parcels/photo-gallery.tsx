import { ActionIcon, Anchor, Group, Text, UnstyledButton } from "@mantine/core";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState, type KeyboardEvent, type KeyboardEventHandler } from "react";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { Moment } from "#ui/web/figures.tsx";
import { parcelImageLabel } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelPicture } from "./parcel-picture.tsx";
import classes from "./parcel-facts.module.css";

/** The photo that is shown, which stays chosen when further ones arrive. */
function useShownPhoto(images: readonly ParcelImage[]) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    0,
    images.findIndex(({ id }) => id === chosenId),
  );
  const step = (by: number) => {
    const next = images.at((at + by) % images.length);
    if (next !== undefined) setChosenId(next.id);
  };
  return { at, image: images[at], step, choose: setChosenId };
}

function Thumbnails(props: {
  images: readonly ParcelImage[];
  shownId: string;
  onChoose: (id: string) => void;
  onKeyDown: KeyboardEventHandler;
}) {
  return (
    <ul className={classes["thumbnails"]} aria-label={t("parcel-measurements.photo.list")}>
      {props.images.map((image, index) => (
        <li key={image.id}>
          <UnstyledButton
            className={`cover-image ${classes["galleryThumbnail"]}`}
            aria-current={image.id === props.shownId}
            aria-label={t("parcel-measurements.photo.show", {
              photo: t("parcel-measurements.photo.position", {
                photo: parcelImageLabel(image.kind),
                number: index + 1,
                count: props.images.length,
              }),
            })}
            onClick={() => props.onChoose(image.id)}
            onKeyDown={props.onKeyDown}
          >
            <ParcelPicture url={image.thumbnailUrl} alt="" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** The photos of a parcel: one in full, the others to choose, with the arrow keys too. */
export function PhotoGallery(props: { images: readonly ParcelImage[] }) {
  const { images } = props;
  const { at, image, step, choose } = useShownPhoto(images);
  if (image === undefined) return null;
  const label = parcelImageLabel(image.kind);
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    step(event.key === "ArrowLeft" ? -1 : 1);
  };
  return (
    <section className={classes["gallery"]} aria-label={t("parcel-measurements.photo.list")}>
      <div className={classes["galleryFrame"]}>
        <ParcelPicture
          url={image.imageUrl}
          alt={label}
          unavailable={<span>{t("parcel-measurements.photo.notLoaded")}</span>}
        />
        {images.length > 1 ? (
          <>
            <ActionIcon
              className={classes["galleryPrevious"] ?? ""}
              variant="default"
              size={44}
              aria-label={t("parcel-measurements.photo.previous")}
              onClick={() => step(-1)}
              onKeyDown={moveByKey}
            >
              <ChevronLeft size={20} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              className={classes["galleryNext"] ?? ""}
              variant="default"
              size={44}
              aria-label={t("parcel-measurements.photo.next")}
              onClick={() => step(1)}
              onKeyDown={moveByKey}
            >
              <ChevronRight size={20} aria-hidden="true" />
            </ActionIcon>
          </>
        ) : null}
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite">
          <span>
            {images.length === 1
              ? label
              : t("parcel-measurements.photo.position", {
                  photo: label,
                  number: at + 1,
                  count: images.length,
                })}
          </span>
          <span> · </span>
          <Moment at={image.createdAt} withTime />
        </Text>
        <Anchor
          href={image.imageUrl}
          target="_blank"
          rel="noopener"
          size="sm"
          className={classes["galleryFull"] ?? ""}
        >
          {t("parcel-measurements.photo.openFull")}
        </Anchor>
      </Group>
      {images.length > 1 ? (
        <Thumbnails images={images} shownId={image.id} onChoose={choose} onKeyDown={moveByKey} />
      ) : null}
    </section>
  );
}
