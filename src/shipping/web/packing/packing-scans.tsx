import { Button } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { useCallback, useEffect, useRef, useState } from "react";
import { DeskBanner, type DeskLook } from "#ui/web/desk/desk-screen.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import History from "lucide-react/icons/history";
import WifiOff from "lucide-react/icons/wifi-off";
import type { LucideIcon } from "lucide-react";
import type { PackingRequest, PackingScan } from "#shipping/contract/packing.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useSession } from "#ui/web/session.tsx";

const icons = {
  idle: ScanLine,
  right: CircleCheck,
  again: History,
  unsure: WifiOff,
  stop: Ban,
} as const satisfies Partial<Record<DeskLook, LucideIcon>>;

/** The look of the whole screen; `unsure`: a scan has no answer. */
export function lookOf(answer: ScanAnswer | null, isStalled: boolean): keyof typeof icons {
  const look = answer === null ? "idle" : lookOfAnswer(answer);
  return isStalled && look !== "stop" ? "unsure" : look;
}

/** How an answer looks and sounds. */
export function lookOfAnswer({ kind }: ScanAnswer) {
  if (kind === "wrong" || kind === "refused") return "stop";
  return kind === "already_in_box" ? "again" : "right";
}

function isComplete({ foundCount, parcelsCount }: PackingRequest): boolean {
  return parcelsCount > 0 && foundCount === parcelsCount;
}

function wordsOf(
  { answer, isStalled, notKeptCount }: Pick<ScanState, "answer" | "isStalled" | "notKeptCount">,
  request: PackingRequest,
) {
  const notKept = notKeptCount === 0 ? "" : t("packing.notKept", { count: notKeptCount });
  if (answer?.kind === "wrong") {
    const hint = `${t("packing.wrongParcelHint")} ${notKept}`.trim();
    return { title: t("packing.wrongParcel"), hint };
  }
  if (answer?.kind === "refused") {
    return { title: t("packing.refused"), hint: `${answer.message} ${notKept}`.trim() };
  }
  if (isStalled) return { title: t("packing.notSent"), hint: t("packing.notSentHint") };
  const { foundCount, parcelsCount } = request;
  const found = t("packing.foundOf", { found: foundCount, count: parcelsCount });
  const toTakeOut = request.parcels.find(({ isToTakeOut }) => isToTakeOut);
  if (toTakeOut !== undefined) {
    const title = t("packing.takeOutFirst", { name: parcelName(toTakeOut) });
    return { title, hint: `${t("packing.takeOutHint")} ${found}` };
  }
  if (isComplete(request)) return { title: t("packing.allFound"), hint: t("packing.allFoundHint") };
  if (answer === null) return { title: t("packing.scanNext"), hint: found };
  return { title: t(`packing.outcome.${answer.kind}`), hint: found };
}

/** What the newest scan turned out to be, in colour, with a sign and in words; a wrong parcel has to be confirmed. */
export function PackingBanner(props: { request: PackingRequest; scans: ScanState }) {
  const { request, scans } = props;
  const { answer, isStalled } = scans;
  const seen = lookOf(answer, isStalled);
  const isAnyToTakeOut = request.parcels.some(({ isToTakeOut }) => isToTakeOut);
  const look = seen === "right" && isAnyToTakeOut ? "idle" : seen;
  return (
    <DeskBanner icon={icons[look]} {...wordsOf(scans, request)}>
      {look === "stop" ? (
        <Button mt="xs" size="md" variant="white" color="red" onClick={scans.confirm}>
          {t(answer?.kind === "wrong" ? "packing.putAside" : "packing.understood")}
        </Button>
      ) : null}
      {look === "unsure" ? (
        <Button
          mt="xs"
          size="md"
          variant="white"
          color="dark"
          onClick={() => void scans.sendAgain()}
        >
          {t("packing.sendAgain")}
        </Button>
      ) : null}
    </DeskBanner>
  );
}

/** What a scan turned out to be; `wrong` blocks the desk until it is confirmed. */
type ScanAnswer =
  | { readonly kind: PackingScan["outcome"]; readonly scan: PackingScan }
  | { readonly kind: "wrong"; readonly text: string; readonly message: string }
  | { readonly kind: "refused"; readonly text: string; readonly message: string };

type Sent = { readonly text: string; readonly idempotencyKey: string };

/** What an answer of the server says about a scan; null where it says nothing, so that the scan is sent again. */
function refusalOf(error: unknown, text: string): ScanAnswer | null {
  const code: ErrorCode | null = apiErrorCode(error);
  if (code === null || code === "signed_out") return null;
  const message = apiErrorMessage(error, t("packing.scanFailed"));
  return { kind: code === "wrong_parcel" ? "wrong" : "refused", text, message };
}

/**
 * Sends scans one after the other, each with its own key, so that one that is sent again after a lost connection is the
 * same scan. Scans that follow one without an answer wait behind it; all are sent when somebody signs in again.
 */
export function useScans(options: {
  readonly shipRequestId: string;
  readonly onAnswer: (answer: ScanAnswer) => void;
}) {
  const { shipRequestId } = options;
  const client = useApiClient();
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const [unsent, setUnsent] = useState<readonly Sent[]>([]);
  const [isStalled, setStalled] = useState(false);
  const [notKeptCount, setNotKeptCount] = useState(0);
  const waiting = useRef<readonly Sent[]>([]);
  const isSending = useRef(false);
  const onAnswer = useRef(options.onAnswer);
  useEffect(() => {
    onAnswer.current = options.onAnswer;
  });

  const keep = useCallback((scans: readonly Sent[]) => {
    waiting.current = scans;
    setUnsent(scans);
  }, []);

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    setStalled(false);
    for (let next = waiting.current[0]; next !== undefined; next = waiting.current[0]) {
      const { text, idempotencyKey } = next;
      let found: ScanAnswer | null;
      try {
        const scan = await client.packing.scanIntoBox({
          shipRequestId,
          scan: text,
          idempotencyKey,
        });
        found = { kind: scan.outcome, scan };
      } catch (error) {
        found = refusalOf(error, text);
      }
      if (found === null) {
        setStalled(true);
        break;
      }
      const following = waiting.current.slice(1);
      // What was scanned after a parcel that is not in the box may lie there already, so that it is scanned again.
      const isStopped = lookOfAnswer(found) === "stop";
      keep(isStopped ? [] : following);
      if (isStopped) setNotKeptCount(following.length);
      setAnswer(found);
      onAnswer.current(found);
    }
    isSending.current = false;
  }, [client, keep, shipRequestId]);

  const isSignedIn = useSession().person !== null;
  useEffect(() => {
    if (isSignedIn) void send();
  }, [isSignedIn, send]);

  const scan = useCallback(
    (text: string) => {
      keep([...waiting.current, { text, idempotencyKey: crypto.randomUUID() }]);
      void send();
    },
    [keep, send],
  );
  const confirm = useCallback(() => {
    setAnswer(null);
    setNotKeptCount(0);
  }, []);
  /** Says of a scan that it was not kept, since the one before has to be confirmed first. */
  const ignore = useCallback(() => setNotKeptCount((count) => count + 1), []);
  return {
    answer,
    unsentCount: unsent.length,
    notKeptCount,
    isStalled,
    scan,
    ignore,
    sendAgain: send,
    confirm,
  };
}

type ScanState = ReturnType<typeof useScans>;
