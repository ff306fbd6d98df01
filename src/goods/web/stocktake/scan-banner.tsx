import { Text, Title } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import History from "lucide-react/icons/history";
import MapPin from "lucide-react/icons/map-pin";
import MapPinX from "lucide-react/icons/map-pin-x";
import PackageX from "lucide-react/icons/package-x";
import ScanLine from "lucide-react/icons/scan-line";
import type { LucideIcon } from "lucide-react";
import desk from "#goods/web/receiving/receiving.module.css";
import { answerWords } from "./answer-words.ts";
import type { ScanAnswer, ScanOutcome } from "./scan-answer.ts";
import { scanLooks } from "./scan-looks.ts";
import { t } from "./messages.ts";

export const scanIcons: Readonly<Record<ScanOutcome, LucideIcon>> = {
  shelf: MapPin,
  empty: MapPin,
  right: CircleCheck,
  misplaced: MapPinX,
  repeated: History,
  not_here: PackageX,
  unknown: CircleQuestionMark,
  stop: Ban,
};

/** What the newest scan says, in colour, with a sign and in words. */
export function ScanBanner({ answer, code }: { answer: ScanAnswer | null; code: string | null }) {
  const Icon = answer === null ? ScanLine : scanIcons[answer.outcome];
  const { title, hint } =
    answer === null
      ? {
          title: t("stocktake.ready"),
          hint: t(code === null ? "stocktake.hint.ready" : "stocktake.hint.shelf"),
        }
      : answerWords(answer);
  return (
    <div
      className={desk["banner"]}
      data-look={answer === null ? "idle" : scanLooks[answer.outcome]}
      data-outcome={answer?.outcome ?? "ready"}
      role="status"
      aria-atomic="true"
    >
      <Icon size={56} strokeWidth={1.75} aria-hidden="true" className={desk["bannerIcon"]} />
      <div className={desk["bannerWords"]}>
        <Title order={2} size="h2">
          {title}
        </Title>
        <Text>{hint}</Text>
      </div>
    </div>
  );
}
