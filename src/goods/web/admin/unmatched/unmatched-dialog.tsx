import { Button, Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffParcelClaim, UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { DialogSection, Dialog } from "#ui/web/dialog.tsx";
import { ParcelOwner } from "#goods/web/admin/inbound-parcels/parcel-owner.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useCarrierNames } from "#goods/web/parcels/parcel-texts.ts";
import { ParcelMeasured } from "#goods/web/parcels/parcel-picture.tsx";
import { PhotoGallery } from "#goods/web/parcels/photo-gallery.tsx";
import { DefinitionList, type Definition } from "#ui/web/section-card.tsx";
import { ErrorState, NotLoaded } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { AccountState, ClaimFacts, daysSince } from "./claim-facts.tsx";
import { ClaimDecision, MatchForm } from "./decision-form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./unmatched.module.css";

function useFacts(parcel: UnmatchedParcel): Definition[] {
  const { nameOf } = useCarrierNames();
  const { carrierCode, labelCode, measured, receivedAt, storageLocationCode, trackingNumber } =
    parcel;
  const carrier = nameOf(carrierCode);
  return [
    {
      term: t("common.trackingNumber"),
      value:
        trackingNumber === null ? t("admin-unmatched.noNumber") : <Code>{trackingNumber}</Code>,
    },
    { term: t("admin-unmatched.labelCode"), value: <Code>{formatLabelCode(labelCode)}</Code> },
    ...(carrier === null ? [] : [{ term: t("common.carrier"), value: carrier }]),
    ...(receivedAt === null
      ? []
      : [
          {
            term: t("admin-unmatched.here"),
            value: (
              <>
                <Moment at={receivedAt} withTime />
                <span> · </span>
                <span>{t("admin-unmatched.daysHere", { count: daysSince(receivedAt) })}</span>
              </>
            ),
          },
        ]),
    ...(storageLocationCode === null
      ? []
      : [{ term: t("admin-unmatched.shelf"), value: <Code>{storageLocationCode}</Code> }]),
    ...(measured === null
      ? []
      : [{ term: t("admin-unmatched.measured"), value: <ParcelMeasured measured={measured} /> }]),
  ];
}

function NearParcels(props: {
  near: readonly StaffInboundParcel[];
  onChoose: (parcel: StaffInboundParcel) => void;
}) {
  if (props.near.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-unmatched.noNear")}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${classes["entries"]}`}>
      {props.near.map((parcel) => {
        const { owner, shop, description } = parcel;
        const code = owner?.memberCode ?? null;
        const contents = [shop, description].filter(Boolean).join(" · ");
        return (
          <li key={parcel.id} className={classes["entry"]}>
            <div className={classes["entryHead"]}>
              <div>
                <Code>{parcelName(parcel)}</Code>
                {contents === "" ? null : (
                  <Text size="sm" c="dimmed">
                    {contents}
                  </Text>
                )}
              </div>
              <div>
                <ParcelOwner owner={owner} />
              </div>
              {owner === null ? null : <AccountState state={owner.accountState} />}
              {code === null || owner?.accountState === "closed" ? null : (
                <Button size="sm" variant="default" onClick={() => props.onChoose(parcel)}>
                  {t("admin-unmatched.giveToCode", { code: formatMemberCode(code) })}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type Details = {
  parcel: UnmatchedParcel;
  images: readonly ParcelImage[];
  near: readonly StaffInboundParcel[];
  claims: readonly StaffParcelClaim[];
};

function UnmatchedDetails(props: Details & { onDone: () => void }) {
  const { parcel, near, claims, onDone } = props;
  const facts = useFacts(parcel);
  const [declared, setDeclared] = useState<StaffInboundParcel | null>(null);
  return (
    <Stack gap="lg">
      {props.images.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("admin-unmatched.noPhotos")}
        </Text>
      ) : (
        <PhotoGallery images={props.images} />
      )}
      <DefinitionList columns={2} items={facts} />
      <DialogSection title={t("admin-unmatched.openClaims")}>
        {claims.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("admin-unmatched.noClaims")}
          </Text>
        ) : (
          <ul className={`plain-list ${classes["entries"]}`}>
            {claims.map((claim) => (
              <li key={claim.id} className={classes["entry"]}>
                <ClaimFacts claim={claim} />
                <ClaimDecision
                  claim={claim}
                  parcels={[
                    {
                      id: parcel.id,
                      name: parcelName(parcel),
                      declaredParcelId:
                        near.find(({ owner }) => owner?.userId === claim.claimant.userId)?.id ??
                        null,
                    },
                  ]}
                  onGranted={onDone}
                  onRefused={() => undefined}
                />
              </li>
            ))}
          </ul>
        )}
      </DialogSection>
      <DialogSection title={t("admin-unmatched.near")}>
        {/* A new object each time, so that choosing the same parcel again fills the form again. */}
        <NearParcels near={near} onChoose={(chosen) => setDeclared({ ...chosen })} />
      </DialogSection>
      <DialogSection title={t("admin-unmatched.give")}>
        <MatchForm inboundParcelId={parcel.id} declared={declared} onDone={onDone} />
      </DialogSection>
    </Stack>
  );
}

/**
 * @param props.inboundParcelId null closes the dialog.
 * @param props.known the parcel as the list has it, for the title while the details load.
 */
export function UnmatchedDialog(props: {
  inboundParcelId: string | null;
  known: UnmatchedParcel | undefined;
  onClose: () => void;
}) {
  const { inboundParcelId } = props;
  const query = useQuery(
    useApi().parcelClaims.readUnmatchedParcel.queryOptions({
      input: inboundParcelId === null ? skipToken : { inboundParcelId },
    }),
  );
  const parcel = query.data?.parcel ?? props.known;
  const isGone = apiErrorCode(query.error) === "not_found";
  return (
    <Dialog
      isOpen={inboundParcelId !== null}
      onClose={props.onClose}
      size="lg"
      title={
        parcel === undefined
          ? t("admin-unmatched.parcel")
          : t("admin-unmatched.parcelNamed", { number: parcelName(parcel) })
      }
    >
      {isGone ? (
        <ErrorState title={t("admin-unmatched.gone")} />
      ) : query.data ? (
        <UnmatchedDetails key={inboundParcelId} {...query.data} onDone={props.onClose} />
      ) : (
        <NotLoaded
          query={query}
          failure={{ title: t("admin-unmatched.detailsNotLoaded") }}
          lines={8}
        />
      )}
    </Dialog>
  );
}
