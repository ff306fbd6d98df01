import { Text } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import Box from "lucide-react/icons/box";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import History from "lucide-react/icons/history";
import MapPin from "lucide-react/icons/map-pin";
import ScanLine from "lucide-react/icons/scan-line";
import SearchX from "lucide-react/icons/search-x";
import UserCheck from "lucide-react/icons/user-check";
import Users from "lucide-react/icons/users";
import type { LucideIcon } from "lucide-react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { TakenOff } from "#goods/rules/receiving.ts";
import type { DeskOutcome, DeskState, DeskNotice } from "./desk-events.ts";
import { goodsThatStay, moveOf, type OpenParcel } from "./desk-parcel.ts";
import { DeskBanner, type DeskLook } from "#ui/web/desk/desk-screen.tsx";
import { takenOffText } from "./taken-off-text.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";

const icons: Readonly<Record<DeskOutcome, LucideIcon>> = {
  matched: CircleCheck,
  undeclared: UserCheck,
  seen_before: History,
  near_match: CircleQuestionMark,
  unmatched: SearchX,
  two_owners: Users,
  package: Box,
  storage_location: MapPin,
  stop: Ban,
};

/** How the desk looks and sounds for each outcome. */
export const outcomeLooks = {
  matched: "right",
  undeclared: "news",
  seen_before: "again",
  near_match: "unsure",
  unmatched: "unknown",
  two_owners: "conflict",
  package: "other",
  storage_location: "place",
  stop: "stop",
} as const satisfies Record<DeskOutcome, DeskLook>;

/** A sentence, and what stays recorded although it was taken off at the desk. */
function withStaying(text: string, stays: TakenOff | null | undefined): string {
  if (stays === null || stays === undefined) return text;
  return joinSentences([text, t("receiving.goodsStay", { goods: takenOffText(stays) })]);
}

/** What the banner says; null where the notice says it all. */
function wordsOf(state: DeskState, shown: ReturnType<typeof shownOf>) {
  const { answer, notice, parcel } = state;
  if (shown === "stop" && notice?.kind === "refused") {
    return { title: t("receiving.outcome.stop"), hint: null };
  }
  if (parcel?.choice?.kind === "measure_again") {
    const stays = goodsThatStay(parcel);
    const hint = t("receiving.measureAgainHint");
    return { title: t("receiving.measureAgain"), hint: withStaying(hint, stays) };
  }
  if (parcel?.correction === "photos") {
    return { title: t("receiving.photosToCorrect"), hint: null };
  }
  if (shown === "seen_before" && parcel?.choice === null) return wordsOfParcelHere(parcel, state);
  const title = t(`receiving.outcome.${shown}`);
  if (shown !== "storage_location") return { title, hint: t(`receiving.outcomeHint.${shown}`) };
  const code = answer?.storageLocationCode ?? state.storageLocationCode ?? "";
  return { title, hint: t("receiving.outcomeHint.storage_location", { code }) };
}

/** What can be done with a parcel that is here. */
function wordsOfParcelHere(parcel: OpenParcel, { storageLocationCode }: DeskState) {
  const { answer } = parcel;
  const isOurLabel = answer !== null && !answer.isChecked;
  const title = t(isOurLabel ? "receiving.move.ourLabel" : "receiving.outcome.seen_before");
  const move = moveOf(parcel, storageLocationCode);
  if (move !== null) {
    return { title, hint: t("receiving.move.hint", { code: move.storageLocationCode }) };
  }
  const code = answer?.parcel?.storageLocationCode ?? null;
  if (code !== null && code === storageLocationCode) {
    return { title, hint: t("receiving.move.isThere", { code }) };
  }
  const canMove = (answer?.labelCode ?? null) !== null && storageLocationCode === null;
  const hint = t(canMove ? "receiving.move.scanShelf" : "receiving.outcomeHint.seen_before");
  return { title, hint };
}

/** The outcome, or that a scan is being read. */
function shownOf({ outcome, parcel }: DeskState): DeskOutcome | "reading" | "idle" {
  if (parcel?.isReading === true && parcel.answer === null) return "reading";
  return outcome ?? "idle";
}

/** The look of the whole screen. */
export function lookOf(state: DeskState): DeskLook {
  const shown = shownOf(state);
  return shown === "idle" || shown === "reading" ? shown : outcomeLooks[shown];
}

/** What the scan turned out to be, and why nothing was done. */
export function OutcomeBanner({ state }: { state: DeskState }) {
  const shown = shownOf(state);
  const icon = shown === "idle" || shown === "reading" ? ScanLine : icons[shown];
  return (
    <DeskBanner icon={icon} {...wordsOf(state, shown)}>
      <RemovalNote parcel={state.parcel?.answer?.parcel ?? null} />
      <Notice notice={state.notice} />
    </DeskBanner>
  );
}

function noticeText(notice: DeskNotice): string {
  if (notice.kind === "refused") return notice.sentence;
  if (notice.kind === "held") return t("receiving.notice.held", { scan: notice.scan });
  if (notice.kind === "saved") {
    const text =
      notice.name === null
        ? t("receiving.savedWithoutNumber")
        : t("receiving.notice.saved", { name: notice.name });
    return withStaying(text, notice.stays);
  }
  if (notice.kind === "moved") {
    return t("receiving.move.moved", { name: notice.name, code: notice.code });
  }
  if (notice.kind === "not_moved") return t("receiving.move.notMoved", { name: notice.name });
  return t(`receiving.notice.${notice.kind}`);
}

/** That a parcel here is to be returned or disposed of, which a second person is to confirm. */
function RemovalNote({ parcel }: { parcel: StaffInboundParcel | null }) {
  if (parcel === null || parcel.removalAsked === null) return null;
  return (
    <Text fw={600} mt={4}>
      {t(`receiving.removalAsked.${parcel.removalAsked}`)}
    </Text>
  );
}

/** Why nothing was done, or what was. */
function Notice({ notice }: { notice: DeskNotice | null }) {
  if (notice === null) return null;
  return (
    <Text fw={600} mt={4} data-notice={notice.kind}>
      {noticeText(notice)}
    </Text>
  );
}
