import { Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { StaffParcelClaim, UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import { DialogSection, Dialog } from "#ui/web/dialog.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { ParcelMeasured, ParcelThumbnail } from "#goods/web/parcels/parcel-picture.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { ClaimFacts, ClaimStateBadge, daysSince } from "./claim-facts.tsx";
import { ClaimDecision } from "./decision-form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./unmatched.module.css";

function Candidates(props: { candidates: readonly UnmatchedParcel[] }) {
  if (props.candidates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-unmatched.noCandidates")}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${classes["entries"]}`}>
      {props.candidates.map((parcel) => {
        const { measured, receivedAt, createdAt, storageLocationCode } = parcel;
        return (
          <li key={parcel.id} className={classes["entry"]}>
            <span className={classes["parcel"]}>
              <ParcelThumbnail url={parcel.thumbnailUrl} />
              <span>
                <Code>{parcelName(parcel)}</Code>
                <Text size="sm" c="dimmed">
                  <span>
                    {t("admin-unmatched.daysHere", { count: daysSince(receivedAt ?? createdAt) })}
                  </span>
                  {storageLocationCode === null ? null : (
                    <span>{["", storageLocationCode].join(" · ")}</span>
                  )}
                </Text>
                {measured === null ? null : <ParcelMeasured measured={measured} />}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Decision(props: { claim: StaffParcelClaim }) {
  const { state, decidedAt, decidedByEmail, reason } = props.claim;
  const optional = (term: string, value: string) => (value === "" ? [] : [{ term, value }]);
  return (
    <DefinitionList
      items={[
        { term: t("common.state"), value: <ClaimStateBadge state={state} /> },
        ...(decidedAt === null
          ? []
          : [{ term: t("common.date"), value: <Moment at={decidedAt} withTime /> }]),
        ...optional(t("admin-unmatched.decidedBy"), decidedByEmail ?? ""),
        ...optional(t("common.reason"), reason),
      ]}
    />
  );
}

function ClaimDetails(props: {
  claim: StaffParcelClaim;
  candidates: readonly UnmatchedParcel[];
  onDone: () => void;
}) {
  const { claim, candidates, onDone } = props;
  return (
    <Stack gap="lg">
      <ClaimFacts claim={claim} />
      {claim.state === "open" ? (
        <>
          <DialogSection title={t("admin-unmatched.candidates")}>
            <Candidates candidates={candidates} />
          </DialogSection>
          <ClaimDecision
            claim={claim}
            parcels={candidates.map((parcel) => ({
              id: parcel.id,
              name: parcelName(parcel),
              declaredParcelId: null,
            }))}
            onGranted={onDone}
            onRefused={onDone}
          />
        </>
      ) : (
        <Decision claim={claim} />
      )}
    </Stack>
  );
}

/** @param props.claimId null closes the dialog. */
export function ClaimDialog(props: { claimId: string | null; onClose: () => void }) {
  const { claimId } = props;
  const query = useQuery(
    useApi().parcelClaims.readClaim.queryOptions({
      input: claimId === null ? skipToken : { claimId },
    }),
  );
  const isUnknown = apiErrorCode(query.error) === "not_found";
  return (
    <Dialog
      isOpen={claimId !== null}
      onClose={props.onClose}
      size="lg"
      title={
        query.data === undefined
          ? t("admin-unmatched.claim")
          : t("admin-unmatched.claimNamed", { number: query.data.claim.trackingNumber })
      }
    >
      {query.data ? (
        <ClaimDetails key={claimId} {...query.data} onDone={props.onClose} />
      ) : query.isError ? (
        <ErrorState
          title={t(isUnknown ? "admin-unmatched.claimUnknown" : "admin-unmatched.claimNotLoaded")}
          {...(isUnknown
            ? {}
            : { isRetrying: query.isFetching, onRetry: () => void query.refetch() })}
        />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Dialog>
  );
}
