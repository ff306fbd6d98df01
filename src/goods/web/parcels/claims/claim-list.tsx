import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Inbox from "lucide-react/icons/inbox";
import { useState } from "react";
import { Link } from "react-router";
import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { parcelClaimLimits, type ParcelClaimState } from "#goods/rules/inbound-parcel.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { AddProof, SentFiles } from "./sent-files.tsx";
import { proofRules } from "./send-proof.ts";
import classes from "#goods/web/parcels/parcels.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const colors: Readonly<Record<ParcelClaimState, StatusColor>> = {
  open: "yellow",
  granted: "green",
  refused: "red",
  withdrawn: "gray",
};

/** Sends further files of a claim at once when they are chosen. */
function AddClaimProof({ claim }: { claim: ParcelClaim }) {
  const client = useApiClient();
  return (
    <AddProof
      sentCount={claim.files.length}
      rules={proofRules}
      name={t("parcel-claims.addProofTo", { number: claim.trackingNumber })}
      place="claims"
      send={(file, idempotencyKey) =>
        client.parcelClaims.addClaimFile({ claimId: claim.id, file, idempotencyKey })
      }
    />
  );
}

function WithdrawClaim(props: { claim: ParcelClaim }) {
  const { id, trackingNumber } = props.claim;
  const [isOpen, setOpen] = useState(false);
  const { run } = useAction(useApi().parcelClaims.withdrawClaim.mutationOptions(), {
    done: () => ({ title: t("parcel-claims.withdrawn") }),
    failed: () => t("parcel-claims.notWithdrawn"),
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={t("parcel-claims.withdrawNamed", { number: trackingNumber })}
        onClick={() => setOpen(true)}
      >
        {t("parcel-claims.withdraw")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t("parcel-claims.withdrawTitle")}
        confirmLabel={t("parcel-claims.withdraw")}
        dismissLabel={t("parcel-claims.keep")}
        isDestructive
        onConfirm={() => run({ claimId: id })}
      >
        {t("parcel-claims.withdrawText", { number: trackingNumber })}
      </ConfirmDialog>
    </>
  );
}

function Proofs(props: { claim: ParcelClaim }) {
  const { files } = props.claim;
  if (files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("parcel-claims.noProof")}
      </Text>
    );
  }
  return <SentFiles files={files} />;
}

function Claim(props: { claim: ParcelClaim }) {
  const { claim } = props;
  const { state, trackingNumber, note, createdAt, decidedAt, inboundParcelId } = claim;
  return (
    <li className={classes["claim"]}>
      <div className={classes["claimHead"]}>
        <Code>{trackingNumber}</Code>
        <StatusBadge label={t(`parcel-claims.state.${state}`)} color={colors[state]} />
      </div>
      <Text size="sm">{t(`parcel-claims.stateText.${state}`)}</Text>
      <Text size="sm" c="dimmed">
        <Moment at={decidedAt ?? createdAt} withTime />
      </Text>
      {note === "" ? null : (
        <Text size="sm" c="dimmed" className="written-lines">
          {note}
        </Text>
      )}
      <Proofs claim={claim} />
      {state === "open" ? (
        <Group gap="sm">
          {claim.files.length < parcelClaimLimits.files ? <AddClaimProof claim={claim} /> : null}
          <WithdrawClaim claim={claim} />
        </Group>
      ) : null}
      {inboundParcelId === null ? null : (
        <Anchor
          component={Link}
          to={`/dashboard/parcels/${inboundParcelId}`}
          size="sm"
          className={classes["proof"] ?? ""}
        >
          {t("parcel-claims.openParcel")}
        </Anchor>
      )}
    </li>
  );
}

/** The own claims, newest first. */
export function ClaimList() {
  const query = useQuery(useApi().parcelClaims.listOwnClaims.queryOptions({ input: {} }));
  const claims = query.data?.items;
  if (claims === undefined && query.isError) {
    return (
      <ErrorState
        title={t("parcel-claims.notLoaded")}
        description={apiErrorMessage(query.error, t("common.noDataLost"))}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <SectionCard flush={claims !== undefined && claims.length > 0} title={t("parcel-claims.own")}>
      {claims === undefined ? (
        <LoadingLines lines={4} />
      ) : claims.length === 0 ? (
        <EmptyState
          icon={<Inbox size={22} />}
          title={t("parcel-claims.none")}
          description={t("parcel-claims.noneText")}
        />
      ) : (
        <ul className="plain-list">
          {claims.map((claim) => (
            <Claim key={claim.id} claim={claim} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
