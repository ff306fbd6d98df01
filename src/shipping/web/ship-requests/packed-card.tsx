import { Anchor, Stack, Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { Moment, Weight } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import classes from "./packed-card.module.css";

type Image = ShipRequest["images"][number];

/** A photo that opens in full size, with what it shows below it. */
function Evidence(props: { image: Image }) {
  const { image } = props;
  const label = t(`ship-requests.image.${image.kind}`);
  return (
    <figure className={classes["figure"]}>
      <Anchor
        href={image.imageUrl}
        target="_blank"
        rel="noopener"
        className={classes["photo"] ?? ""}
      >
        <ParcelPicture url={image.thumbnailUrl} alt={label} />
      </Anchor>
      <figcaption className={classes["caption"]}>
        <span>{label}</span>
        <br />
        <Moment at={image.createdAt} withTime />
      </figcaption>
    </figure>
  );
}

/** What was weighed and measured when the box was packed, with the photos that show it. */
export function PackedCard(props: { request: ShipRequest }) {
  const { packed, images } = props.request;
  const photos = images
    .filter(({ kind }) => kind !== "extra_service")
    .toSorted(
      (one, other) =>
        Number(other.kind === "closed_on_scale") - Number(one.kind === "closed_on_scale"),
    );
  if (packed === null) return null;
  return (
    <SectionCard title={t("ship-requests.packed.title")}>
      <div className={classes["packed"]}>
        {photos.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("ship-requests.packed.noPhotos")}
          </Text>
        ) : (
          <div className={classes["photos"]}>
            {photos.map((image) => (
              <Evidence key={image.id} image={image} />
            ))}
          </div>
        )}
        <Stack gap="sm">
          <DefinitionList
            items={[
              {
                term: t("ship-requests.packed.weight"),
                value: (
                  <strong>
                    <Weight weightGrams={packed.weightGrams} />
                  </strong>
                ),
              },
              {
                term: t("ship-requests.packed.sides"),
                value: <span className="figures">{sidesText(packed.sidesMm)}</span>,
              },
              {
                term: t("ship-requests.packed.box"),
                value: packed.boxName ?? t("ship-requests.packed.ownBox"),
              },
              {
                term: t("ship-requests.packed.at"),
                value: <Moment at={packed.packedAt} withTime />,
              },
            ]}
          />
        </Stack>
      </div>
    </SectionCard>
  );
}
