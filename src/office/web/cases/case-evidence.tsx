import { Stack, Text } from "@mantine/core";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import type { CaseEvidenceShown } from "#office/contract/case-fields.ts";
import { isOfBox } from "#office/rules/case-evidence.ts";
import { Code, Moment, Weight } from "#ui/web/figures.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import classes from "./cases.module.css";
import { eventText } from "./conversation.tsx";

type Photo = CaseEvidenceShown["photos"][number];

function photoLabel({ kind }: Photo): string {
  return isOfBox(kind) ? t(`cases.evidence.photo.${kind}`) : t(`parcel-measurements.image.${kind}`);
}

function Picture(props: { photo: Photo }) {
  const { photo } = props;
  const { imageUrl, thumbnailUrl } = photo;
  if (imageUrl === null || thumbnailUrl === null) {
    return <span className={classes["gone"]}>{t("cases.evidence.gone")}</span>;
  }
  return (
    <a href={imageUrl} target="_blank" rel="noopener" className={`cover-image ${classes["file"]}`}>
      <ParcelPicture url={thumbnailUrl} alt={photoLabel(photo)} />
    </a>
  );
}

/** The number of a parcel, or that it is the box. */
function Name(props: { name: string }) {
  return props.name === "" ? <span>{t("cases.evidence.box")}</span> : <Code>{props.name}</Code>;
}

/** Whether anything was joined to a case. */
export function hasEvidence({ photos, weights, events }: CaseEvidenceShown): boolean {
  return photos.length + weights.length + events.length > 0;
}

/** What was known of the thing when the case was opened: photos, weights and what had happened. */
export function CaseEvidence(props: { evidence: CaseEvidenceShown }) {
  const { photos, weights, events } = props.evidence;
  return (
    <Stack gap="sm">
      {photos.length === 0 ? null : (
        <ul className={`plain-list ${classes["files"]}`} aria-label={t("cases.evidence.photos")}>
          {photos.map((photo) => (
            <li key={photo.id} className={classes["evidencePhoto"]}>
              <Picture photo={photo} />
              <span>{photoLabel(photo)}</span>
              {photo.name === "" ? null : <Code>{photo.name}</Code>}
              <span className={classes["moment"]}>
                <Moment at={photo.takenAt} withTime />
              </span>
            </li>
          ))}
        </ul>
      )}
      {weights.length === 0 ? null : (
        <ul className="plain-list" aria-label={t("cases.evidence.weights")}>
          {weights.map(({ name, weightGrams, weighedAt }) => (
            <li key={`${name} ${weighedAt}`} className={classes["evidenceLine"]}>
              <Name name={name} />
              <Weight weightGrams={weightGrams} />
              <span className={classes["moment"]}>
                <Moment at={weighedAt} withTime />
              </span>
            </li>
          ))}
        </ul>
      )}
      {events.length === 0 ? null : (
        <ul className="plain-list" aria-label={t("cases.evidence.events")}>
          {events.map(({ event, at }) => (
            <li key={`${event} ${at}`} className={classes["evidenceLine"]}>
              <span>{eventText(event)}</span>
              <span className={classes["moment"]}>
                <Moment at={at} withTime />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const comparedKinds: ReadonlySet<string> = new Set(["damaged", "missing", "wrong_item"]);

/** Photos on which goods are hardly seen. */
const hiddenGoods: ReadonlySet<string> = new Set(["label", "scale", "closed_on_scale"]);

function comparisonOf({ kind }: Photo) {
  if (!isOfBox(kind)) return "cases.evidence.compare";
  return kind === "closed_on_scale"
    ? "cases.evidence.comparePacked"
    : "cases.evidence.comparePacking";
}

/** Asks a customer to compare with the newest photo of what was sent; nothing where there is none. */
export function CompareLine(props: { kind: string; evidence: CaseEvidenceShown }) {
  if (!comparedKinds.has(props.kind)) return null;
  const shown = props.evidence.photos
    .filter(({ imageUrl }) => imageUrl !== null)
    .toSorted((one, other) => Date.parse(one.takenAt) - Date.parse(other.takenAt));
  const photo = shown.findLast(({ kind }) => !hiddenGoods.has(kind)) ?? shown.at(-1);
  if (photo === undefined) return null;
  return (
    <Text size="sm">
      <RichText id={comparisonOf(photo)} values={{ day: <Moment at={photo.takenAt} /> }} />
    </Text>
  );
}
