import { Button, Text, Title } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import History from "lucide-react/icons/history";
import ScanLine from "lucide-react/icons/scan-line";
import WifiOff from "lucide-react/icons/wifi-off";
import type { LucideIcon } from "lucide-react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import type { ScanAnswer } from "./use-scans.ts";
import { t } from "./messages.ts";

/** The look of the whole screen, in the colours of the receiving desk. */
export type BannerLook = "idle" | "matched" | "seen_before" | "near_match" | "stop";

const icons: Readonly<Record<BannerLook, LucideIcon>> = {
  idle: ScanLine,
  matched: CircleCheck,
  seen_before: History,
  near_match: WifiOff,
  stop: Ban,
};

export function lookOf(answer: ScanAnswer | null, isStalled: boolean): BannerLook {
  if (answer?.kind === "wrong" || answer?.kind === "refused") return "stop";
  if (isStalled) return "near_match";
  if (answer === null) return "idle";
  return answer.kind === "already_in_box" ? "seen_before" : "matched";
}

function isComplete({ foundCount, parcelsCount }: PackingRequest): boolean {
  return parcelsCount > 0 && foundCount === parcelsCount;
}

function wordsOf(answer: ScanAnswer | null, isStalled: boolean, request: PackingRequest) {
  if (answer?.kind === "wrong") {
    return { title: t("packing.wrongParcel"), hint: t("packing.wrongParcelHint") };
  }
  if (answer?.kind === "refused") return { title: t("packing.refused"), hint: answer.message };
  if (isStalled) return { title: t("packing.notSent"), hint: t("packing.notSentHint") };
  const { foundCount, parcelsCount } = request;
  const found = t("packing.foundOf", { found: foundCount, count: parcelsCount });
  if (isComplete(request)) return { title: t("packing.allFound"), hint: t("packing.allFoundHint") };
  if (answer === null) return { title: t("packing.scanNext"), hint: found };
  return { title: t(`packing.outcome.${answer.kind}`), hint: found };
}

/** What the newest scan turned out to be, in colour, with a sign and in words; a wrong parcel has to be confirmed. */
export function PackingBanner(props: {
  request: PackingRequest;
  answer: ScanAnswer | null;
  isStalled: boolean;
  onConfirm: () => void;
  onSendAgain: () => void;
}) {
  const { answer, isStalled, request } = props;
  const look = lookOf(answer, isStalled);
  const Icon = icons[look];
  const { title, hint } = wordsOf(answer, isStalled, request);
  return (
    <div className={desk["banner"]} data-look={look} role="status" aria-atomic="true">
      <Icon size={56} strokeWidth={1.75} aria-hidden="true" className={desk["bannerIcon"]} />
      <div className={desk["bannerWords"]}>
        <Title order={2} size="h2">
          {title}
        </Title>
        <Text>{hint}</Text>
        {look === "stop" ? (
          <Button mt="xs" size="md" variant="white" color="red" onClick={props.onConfirm}>
            {t(answer?.kind === "wrong" ? "packing.putAside" : "packing.understood")}
          </Button>
        ) : null}
        {look === "near_match" ? (
          <Button mt="xs" size="md" variant="white" color="dark" onClick={props.onSendAgain}>
            {t("packing.sendAgain")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
