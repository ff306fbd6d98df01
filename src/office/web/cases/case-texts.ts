// How customers read what their cases are about and whose turn it is.
import type { OwnCase } from "#office/contract/case-fields.ts";
import { momentText, zonedMomentText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { StatusColor } from "#ui/web/status-badge.tsx";

export function caseTitle({ subject, subjectName, kind }: OwnCase): string {
  if (kind === "order") return t("cases.helpMeOrder");
  if (subject === "account") return t("cases.aboutAccount");
  if (subject === "transaction") return t("cases.aboutTransaction");
  return t("cases.about", { name: subjectName });
}

/** The page of the thing; null of an account. */
export function casePath({ subject, subjectId }: OwnCase): string | null {
  switch (subject) {
    case "package":
      return `/dashboard/packages?package=${subjectId}`;
    case "inbound_parcel":
      return `/dashboard/parcels/${subjectId}`;
    case "ship_request":
      return `/dashboard/ship-requests/${subjectId}`;
    case "transaction":
      return "/dashboard/wallet?tab=history";
    case "account":
      return null;
  }
}

const colors: Readonly<Record<OwnCase["state"], StatusColor>> = {
  waiting_for_us: "sea",
  waiting_for_customer: "yellow",
  closed: "gray",
};

export function caseBadge({ state }: OwnCase) {
  return { label: t(`cases.state.${state}`), color: colors[state] };
}

/** What its customer waits for, or may do. */
export function stateText({ state, dueAt, answerBy, closedAt }: OwnCase, now: Date): string {
  if (state === "closed")
    return t("cases.stateText.closed", { closed: closedAt === null ? "" : momentText(closedAt) });
  if (answerBy !== null) return t("cases.stateText.answerBy", { by: zonedMomentText(answerBy) });
  if (dueAt === null) return t("cases.stateText.waiting_for_customer");
  const due = zonedMomentText(dueAt);
  return new Date(dueAt) < now
    ? t("cases.stateText.late", { due })
    : t("cases.stateText.waiting_for_us", { due });
}
