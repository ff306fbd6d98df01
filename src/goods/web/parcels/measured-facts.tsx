import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import type { MeasuredParcel, ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { Weight } from "#ui/web/figures.tsx";
import { t } from "./details-messages.ts";
import classes from "./measured-facts.module.css";
import { conditionLabel, parcelImageLabel } from "./measurement-labels.ts";
import { ParcelPicture } from "./parcel-picture.tsx";
import { batteryLabel, goodsFlagLabel, sidesText } from "#catalogue/web/i18n/contents-labels.ts";

/** The weight, with the scale's photo beside it. */
function WeightWithPhoto(props: { weightGrams: number; photo: ParcelImage | undefined }) {
  const { weightGrams, photo } = props;
  return (
    <span className={classes["weight"]}>
      <Weight weightGrams={weightGrams} />
      {photo === undefined ? null : (
        <Anchor
          href={photo.imageUrl}
          target="_blank"
          rel="noopener"
          className={classes["scale"] ?? ""}
        >
          <ParcelPicture url={photo.thumbnailUrl} alt={parcelImageLabel(photo.kind)} />
        </Anchor>
      )}
    </span>
  );
}

function Condition(props: { condition: MeasuredParcel["condition"] }) {
  const { condition } = props;
  return (
    <>
      <span className={classes["condition"]} data-condition={condition}>
        {conditionLabel(condition)}
      </span>
      <Text span display="block" size="xs" c="dimmed">
        {t(`parcel-details.conditionText.${condition}`)}
      </Text>
    </>
  );
}

/** What the battery and the goods mean for shipping; nothing where they close nothing. */
function Restrictions(props: { measured: MeasuredParcel }) {
  const { battery, goodsFlags } = props.measured;
  const batteries = battery === "none" || battery === "unknown" ? [] : [battery];
  const restrictions = [...batteries, ...goodsFlags];
  if (restrictions.length === 0) return null;
  return (
    <Alert color="yellow" title={t("parcel-details.restrictions")}>
      <Stack gap="xs">
        <List size="sm">
          {restrictions.map((restriction) => (
            <List.Item key={restriction}>
              {t(`parcel-details.restriction.${restriction}`)}
            </List.Item>
          ))}
        </List>
        <Text size="sm">{t("parcel-details.restrictionsText")}</Text>
      </Stack>
    </Alert>
  );
}

/** Weight, size, condition and goods of a received parcel, and what they mean. */
export function MeasuredFacts(props: { measured: MeasuredParcel; images: readonly ParcelImage[] }) {
  const { measured, images } = props;
  const { weightGrams, sidesMm, condition, battery, goodsFlags } = measured;
  const goods = [batteryLabel(battery), ...goodsFlags.map((flag) => goodsFlagLabel(flag))];
  const scalePhoto = images.findLast(({ kind }) => kind === "scale");
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          {
            term: t("parcel-details.weight"),
            value: <WeightWithPhoto weightGrams={weightGrams} photo={scalePhoto} />,
          },
          {
            term: t("parcel-details.size"),
            value:
              sidesMm === null ? (
                t("parcel-details.notMeasured")
              ) : (
                <span className="figures">{sidesText(sidesMm)}</span>
              ),
          },
          { term: t("parcel-details.condition"), value: <Condition condition={condition} /> },
          { term: t("parcel-details.goods"), value: goods.join(" · ") },
        ]}
      />
      <Restrictions measured={measured} />
    </Stack>
  );
}
