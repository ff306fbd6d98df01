import { Button, Stack, Text, Anchor } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { SectionCard, DefinitionList } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { beforePacked } from "./request-words.ts";
import { RequestedLine, RequestedLines } from "./requested-lines.tsx";
import { useShipRequestAct } from "./use-ship-request-act.tsx";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import { Moment, Weight } from "#ui/web/figures.tsx";
import classes from "./ship-requests.module.css";
import { useState } from "react";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { OrderedExtras } from "./ordered-extras.tsx";

function useChanging(request: ShipRequest) {
  const client = useApiClient();
  const { act, isActing } = useShipRequestAct({ failed: t("ship-requests.parcels.notChanged") });
  const change = (inboundParcelIds: string[]) =>
    void act(() =>
      client.shipRequests.changeParcels({
        shipRequestId: request.id,
        expectedVersion: request.version,
        inboundParcelIds,
      }),
    );
  return { change, isActing };
}

/** The parcels of a request; until the box is closed, parcels can be added or stay here. */
export function ParcelsCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { parcels, choosableParcels, state, packed } = request;
  const { change, isActing } = useChanging(request);
  const isOpen = beforePacked(state);
  // Their box was taken apart, or never closed.
  const isApart = state === "cancelled" || (state === "shelved" && packed === null);
  const going = parcels.filter((parcel) => parcel.state !== "left_out");
  const ids = going.map(({ inboundParcelId }) => inboundParcelId);
  return (
    <SectionCard title={t("ship-requests.parcels.title")}>
      <Stack gap="md">
        <RequestedLines>
          {parcels.map((parcel) => (
            <RequestedLine
              key={parcel.inboundParcelId}
              parcel={parcel}
              hasState={!isApart}
              after={
                isOpen && parcel.state === "to_find" && going.length > 1 ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isActing}
                    aria-label={t("ship-requests.parcels.leaveNamed", {
                      parcel: parcelTitle(parcel),
                    })}
                    onClick={() => change(ids.filter((id) => id !== parcel.inboundParcelId))}
                  >
                    {t("ship-requests.parcels.leave")}
                  </Button>
                ) : null
              }
            />
          ))}
        </RequestedLines>
        {isOpen && choosableParcels.length > 0 ? (
          <section aria-label={t("ship-requests.parcels.choosable")}>
            <Text size="sm" fw={600}>
              {t("ship-requests.parcels.choosable")}
            </Text>
            <RequestedLines>
              {choosableParcels.map((parcel) => (
                <RequestedLine
                  key={parcel.inboundParcelId}
                  parcel={parcel}
                  after={
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isActing}
                      aria-label={t("ship-requests.parcels.addNamed", {
                        parcel: parcelTitle(parcel),
                      })}
                      onClick={() => change([...ids, parcel.inboundParcelId])}
                    >
                      {t("ship-requests.parcels.add")}
                    </Button>
                  }
                />
              ))}
            </RequestedLines>
          </section>
        ) : null}
      </Stack>
    </SectionCard>
  );
}

type Image = ShipRequest["images"][number];

/** A photo that opens in full size, with what it shows below it. */
function Evidence(props: { image: Image }) {
  const { image } = props;
  const label = t(`ship-requests.image.${image.kind}`);
  return (
    <figure className={classes["packedFigure"]}>
      <Anchor
        href={image.imageUrl}
        target="_blank"
        rel="noopener"
        className={`cover-image ${classes["packedPhoto"]}`}
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
          <div className={classes["packedPhotos"]}>
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

const AddExtrasDialog = laterPart(
  async () => (await import("#shipping/web/ship-requests/add-extras-dialog.tsx")).AddExtrasDialog,
);

/** The extra services of a request, with what was found and the photos that show it. */
export function OrderedExtrasCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { extraServices, parcels, state, packageId } = request;
  const [isAdding, setAdding] = useState(false);
  const mayAdd = beforePacked(state) && packageId !== null;
  if (extraServices.length === 0 && !mayAdd) return null;
  return (
    <SectionCard
      title={t("ship-requests.extra.title")}
      actions={
        mayAdd ? (
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            {t("ship-requests.extra.add")}
          </Button>
        ) : null
      }
    >
      {extraServices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("ship-requests.extra.none")}
        </Text>
      ) : null}
      <OrderedExtras extras={extraServices} parcels={parcels} />
      {packageId === null ? null : (
        <AddExtrasDialog
          isWanted={isAdding}
          request={request}
          packageId={packageId}
          isOpen={isAdding}
          onClose={() => setAdding(false)}
        />
      )}
    </SectionCard>
  );
}
