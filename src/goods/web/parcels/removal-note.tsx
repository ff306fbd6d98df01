import { Alert, Stack, Text } from "@mantine/core";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { dayText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RemovalPhoto } from "./removal-photo.tsx";

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
  return (
    <Alert color={isOpen ? "yellow" : "gray"} title={t(`parcel-details.removal.state.${state}`)}>
      <Stack gap="xs">
        <Text size="sm">{t("parcel-details.removal.reason", { reason })}</Text>
        <Text size="sm">{consequence(removal)}</Text>
        <RemovalPhoto images={images} imageId={imageId} />
      </Stack>
    </Alert>
  );
}
