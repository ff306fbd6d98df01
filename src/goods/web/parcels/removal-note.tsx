import { Alert, Anchor, Stack, Text } from "@mantine/core";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { dayText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./parcel-facts.module.css";
import { ParcelPicture } from "./parcel-picture.tsx";

function consequence({ state, noticeUntil }: OwnParcelRemoval): string {
  if (state !== "asked") return t("parcel-details.removal.free");
  return noticeUntil === null
    ? t("parcel-details.removal.notSent")
    : t("parcel-details.removal.until", { day: dayText(noticeUntil) });
}

/** That a parcel is about to be returned or disposed of, or was: why, with the photo, and what its owner can do. */
export function RemovalNote(props: { removal: OwnParcelRemoval; images: readonly ParcelImage[] }) {
  const { removal, images } = props;
  const { kind, reason, imageId } = removal;
  const isOpen = removal.state === "asked";
  const state = `${isOpen ? "asked" : "confirmed"}_${kind}` as const;
  const image = images.find(({ id }) => id === imageId);
  return (
    <Alert color={isOpen ? "yellow" : "gray"} title={t(`parcel-details.removal.state.${state}`)}>
      <Stack gap="xs">
        <Text size="sm">{t("parcel-details.removal.reason", { reason })}</Text>
        <Text size="sm">{consequence(removal)}</Text>
        {image === undefined ? null : (
          <Anchor
            href={image.imageUrl}
            target="_blank"
            rel="noopener"
            className={`cover-image ${classes["thumbnail"]}`}
          >
            <ParcelPicture url={image.thumbnailUrl} alt={t("parcel-details.removal.photo")} />
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}
