import { Text, Title } from "@mantine/core";
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
import type { DeskOutcome, DeskState, DeskNotice } from "./desk-events.ts";
import { moveOf, type OpenParcel } from "./desk-parcel.ts";
import classes from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

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

/** What the banner says; null where the notice says it all. */
function wordsOf(state: DeskState, look: ReturnType<typeof lookOf>) {
  const { answer, notice, parcel } = state;
  if (look === "stop" && notice?.kind === "refused") {
    return { title: t("receiving.outcome.stop"), hint: null };
  }
  if (parcel?.choice?.kind === "measure_again") {
    return { title: t("receiving.measureAgain"), hint: t("receiving.measureAgainHint") };
  }
  if (parcel?.correction === "photos") {
    return { title: t("receiving.photosToCorrect"), hint: null };
  }
  if (look === "seen_before" && parcel?.choice === null) return wordsOfParcelHere(parcel, state);
  const title = t(`receiving.outcome.${look}`);
  if (look !== "storage_location") return { title, hint: t(`receiving.outcomeHint.${look}`) };
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

/** The look of the whole screen: the outcome, or that a scan is being read. */
export function lookOf({ outcome, parcel }: DeskState): DeskOutcome | "reading" | "idle" {
  if (parcel?.isReading === true && parcel.answer === null) return "reading";
  return outcome ?? "idle";
}

/** What the scan turned out to be, in colour, with a sign and in words. */
export function OutcomeBanner({ state }: { state: DeskState }) {
  const look = lookOf(state);
  const Icon = look === "idle" || look === "reading" ? ScanLine : icons[look];
  const { title, hint } = wordsOf(state, look);
  return (
    <div className={classes["banner"]} data-look={look} role="status" aria-atomic="true">
      <Icon size={56} strokeWidth={1.75} aria-hidden="true" className={classes["bannerIcon"]} />
      <div className={classes["bannerWords"]}>
        <Title order={2} size="h2">
          {title}
        </Title>
        {hint === null ? null : <Text>{hint}</Text>}
        <Notice notice={state.notice} />
      </div>
    </div>
  );
}

function noticeText(notice: DeskNotice): string {
  if (notice.kind === "refused") return notice.sentence;
  if (notice.kind === "held") return t("receiving.notice.held", { scan: notice.scan });
  if (notice.kind === "saved") {
    return notice.name === null
      ? t("receiving.savedWithoutNumber")
      : t("receiving.notice.saved", { name: notice.name });
  }
  if (notice.kind === "moved") {
    return t("receiving.move.moved", { name: notice.name, code: notice.code });
  }
  if (notice.kind === "not_moved") return t("receiving.move.notMoved", { name: notice.name });
  return t(`receiving.notice.${notice.kind}`);
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
