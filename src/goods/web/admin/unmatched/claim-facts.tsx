import { Text } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import type { ParcelClaimState } from "#goods/rules/inbound-parcel.ts";
import { ParcelOwner } from "#goods/web/admin/inbound-parcels/parcel-owner.tsx";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./unmatched.module.css";

const colors: Readonly<Record<ParcelClaimState, StatusColor>> = {
  open: "yellow",
  granted: "green",
  refused: "red",
  withdrawn: "gray",
};

export function ClaimStateBadge(props: { state: ParcelClaimState }) {
  return (
    <StatusBadge
      label={t(`admin-unmatched.claimState.${props.state}`)}
      color={colors[props.state]}
    />
  );
}

/** What is to be known of an account before a parcel is given to it. */
export function AccountState(props: { state: StaffParcelClaim["claimant"]["accountState"] }) {
  const { state } = props;
  if (state === "active") return null;
  return <StatusBadge label={t(`admin-unmatched.account.${state}`)} color="red" />;
}

/** Images and PDF files, each of which opens. */
export function Proofs(props: { files: StaffParcelClaim["files"] }) {
  if (props.files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-unmatched.noProof")}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${classes["proofs"]}`} aria-label={t("admin-unmatched.proofs")}>
      {props.files.map(({ id, contentType, fileUrl }, index) => {
        const isPdf = contentType === "application/pdf";
        const name = t(isPdf ? "admin-unmatched.proofPdf" : "admin-unmatched.proofImage", {
          number: index + 1,
        });
        return (
          <li key={id}>
            <a href={fileUrl} target="_blank" rel="noopener" className={classes["proof"]}>
              {isPdf ? (
                <>
                  <FileText size={28} aria-hidden="true" />
                  <span>{name}</span>
                </>
              ) : (
                <ParcelPicture url={fileUrl} alt={name} />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A claim with who made it, what they wrote and their proof. */
export function ClaimFacts(props: { claim: StaffParcelClaim }) {
  const { claim } = props;
  return (
    <>
      <div className={classes["entryHead"]}>
        <div>
          <ParcelOwner owner={claim.claimant} />
        </div>
        <AccountState state={claim.claimant.accountState} />
        <div>
          <Code>{claim.trackingNumber}</Code>
          <Text size="sm" c="dimmed">
            <Moment at={claim.createdAt} withTime />
          </Text>
        </div>
      </div>
      <Text size="sm" className="written-lines" {...(claim.note === "" ? { c: "dimmed" } : {})}>
        {claim.note === "" ? t("admin-unmatched.noNote") : claim.note}
      </Text>
      <Proofs files={claim.files} />
    </>
  );
}

/** How many whole days ago something happened, as the page counts it while it is open. */
export function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000));
}
