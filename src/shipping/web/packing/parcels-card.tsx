import { Button, Card, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { seenGoods } from "#goods/rules/found-goods.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { batteryLabel, goodsFlagLabel, sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { isOpenShipRequest } from "#goods/rules/package-stage.ts";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import desk from "#ui/web/desk/desk.module.css";
import { Code, weightText } from "#ui/web/figures.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { workName } from "./request-words.ts";
import { CorrectGoodsDialog } from "./correct-goods-dialog.tsx";
import { DeclaredLines, UndeclaredAlert } from "./declared-lines.tsx";
import { ExtraServiceLines } from "./extra-services.tsx";
import classes from "./packing.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

type Parcel = PackingRequest["parcels"][number];

const stateColors: Readonly<Record<Parcel["state"], StatusColor>> = {
  to_find: "yellow",
  in_box: "green",
  missing: "red",
  left_out: "gray",
};

/** The text on one line, since half a size reads like another one. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "\u{a0}");
}

function factsOf(parcel: Parcel): string {
  const { labelCode, weightGrams, sidesMm, battery, goodsFlags, found } = parcel;
  const seen = seenGoods({ battery: battery ?? "unknown", goodsFlags, found });
  return [
    unbroken(formatLabelCode(labelCode)),
    weightGrams === null ? null : unbroken(weightText(weightGrams)),
    sidesMm === null ? null : unbroken(sidesText(sidesMm)),
    ...seen.batteries
      .filter((kind) => kind !== "none" && kind !== "unknown")
      .map((kind) => batteryLabel(kind)),
    ...seen.goods.map((flag) => goodsFlagLabel(flag)),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What the packer may do with a parcel; null where it is only shown. */
export type ParcelActs = {
  readonly remove: (parcel: Parcel) => void;
  readonly reportMissing: (parcel: Parcel) => void;
  readonly isPending: boolean;
} | null;

type Shown = {
  readonly request: PackingRequest;
  readonly acts: ParcelActs;
  readonly openWork: readonly ExtraServiceWork[];
};

function ParcelLine(
  props: Shown & { parcel: Parcel; isLatest: boolean; onCorrect: (() => void) | null },
) {
  const { parcel, acts, openWork } = props;
  const isOpen = (work: ExtraServiceWork) => openWork.includes(work);
  const name = parcelName(parcel);
  return (
    <li className={classes["parcel"]} data-state={parcel.state} data-latest={props.isLatest}>
      <div className={classes["picture"]}>
        {parcel.imageUrl === null ? (
          <span className={classes["noPicture"]}>{t("packing.noPhoto")}</span>
        ) : (
          <ParcelPicture url={parcel.imageUrl} alt="" />
        )}
      </div>
      <div className={classes["parcelWords"]}>
        <Group gap="xs">
          <span className={classes["shelf"]}>
            {parcel.storageLocationCode ?? t("packing.noShelf")}
          </span>
          <StatusBadge
            label={t(
              parcel.isToTakeOut ? "packing.toTakeOut" : `packing.parcelState.${parcel.state}`,
            )}
            color={parcel.isToTakeOut ? "red" : stateColors[parcel.state]}
          />
        </Group>
        <Code>{name}</Code>
        <span className={desk["quiet"]}>{factsOf(parcel)}</span>
        {parcel.state === "left_out" ? null : (
          <DeclaredLines
            parcel={parcel}
            request={props.request}
            name={name}
            onCorrect={props.onCorrect}
          />
        )}
        {parcel.extraServices.filter(isOpen).map((work) => (
          <span key={work.id} className={desk["quiet"]}>
            {t("packing.stillToDo", { name: workName(work) })}
          </span>
        ))}
        <ExtraServiceLines work={parcel.extraServices.filter((work) => !isOpen(work))} />
        {acts === null ? null : (
          <Group gap="xs" mt="xs">
            {parcel.state === "in_box" || parcel.isToTakeOut ? (
              <Button
                variant="default"
                size="sm"
                disabled={acts.isPending}
                aria-label={t("packing.removeNamed", { name })}
                onClick={() => acts.remove(parcel)}
              >
                {t("packing.remove")}
              </Button>
            ) : null}
            {parcel.state === "to_find" ? (
              <Button
                variant="default"
                size="sm"
                disabled={acts.isPending}
                aria-label={t("packing.missingNamed", { name })}
                onClick={() => acts.reportMissing(parcel)}
              >
                {t("packing.missing")}
              </Button>
            ) : null}
          </Group>
        )}
      </div>
    </li>
  );
}

/** What goes into the box: large photos and shelves, those to find first. */
export function ParcelsCard(props: Shown & { latestId: string | null }) {
  const { request, latestId, acts, openWork } = props;
  const { foundCount, parcelsCount, state } = request;
  const mayCorrect = useMayUse("goodsCorrections") && isOpenShipRequest(state);
  const [correctedId, setCorrectedId] = useState<string | null>(null);
  const corrected = request.parcels.find((one) => one.inboundParcelId === correctedId) ?? null;
  return (
    <Card component="section" aria-label={t("packing.parcels")}>
      <div className={desk["head"]}>
        <Title order={2} size="h4">
          {t("packing.parcels")}
        </Title>
        <Text fw={600}>{t("packing.foundOf", { found: foundCount, count: parcelsCount })}</Text>
      </div>
      <UndeclaredAlert request={request} />
      <ul className={classes["parcels"]}>
        {request.parcels.map((parcel) => (
          <ParcelLine
            key={parcel.inboundParcelId}
            parcel={parcel}
            request={request}
            acts={acts}
            openWork={openWork}
            isLatest={parcel.inboundParcelId === latestId}
            onCorrect={
              mayCorrect && state !== "labelled"
                ? () => setCorrectedId(parcel.inboundParcelId)
                : null
            }
          />
        ))}
      </ul>
      <CorrectGoodsDialog
        parcel={corrected}
        hsDigits={request.hsDigits}
        onClose={() => setCorrectedId(null)}
      />
    </Card>
  );
}
