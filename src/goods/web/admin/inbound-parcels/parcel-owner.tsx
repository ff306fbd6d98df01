import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { Code } from "#ui/web/figures.tsx";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";

/** The member code of a parcel's owner and, as far as the reader's role sees them, email or first letter of the name. */
export function ParcelOwner(props: { owner: StaffInboundParcel["owner"] }) {
  const { owner } = props;
  if (owner === null) return <span>{t("admin-inbound-parcels.ownerUnknown")}</span>;
  const { email, memberCode, nameInitial, plan } = owner;
  const who = email === null ? [nameInitial, plan].filter(Boolean).join(" · ") : null;
  return (
    <>
      {memberCode === null ? null : <Code>{formatMemberCode(memberCode)}</Code>}
      <div className={classes["below"]}>
        {email === null ? who : <EmailText>{email}</EmailText>}
      </div>
    </>
  );
}

const colors: Readonly<Record<InboundParcelState, StatusColor>> = {
  expected: "yellow",
  received: "green",
  packed: "sea",
  departed: "gray",
  returned: "gray",
  disposed: "red",
  cancelled: "gray",
};

/** @param props.removalAsked what a second person is to confirm, in place of the state */
export function ParcelStateBadge(props: Pick<StaffInboundParcel, "state" | "removalAsked">) {
  const { removalAsked } = props;
  if (removalAsked !== null) {
    return (
      <StatusBadge label={t(`admin-inbound-parcels.removalAsked.${removalAsked}`)} color="yellow" />
    );
  }
  return (
    <StatusBadge
      label={t(`admin-inbound-parcels.state.${props.state}`)}
      color={colors[props.state]}
    />
  );
}
