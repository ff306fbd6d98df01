import { useCallback, useEffect, useRef, useState } from "react";
import type { PackingScan } from "#shipping/contract/packing.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { t } from "./messages.ts";

/** What a scan turned out to be; `wrong` blocks the desk until it is confirmed. */
export type ScanAnswer =
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
      // What was scanned after a wrong parcel may lie in the box already, so that it is scanned again.
      keep(found.kind === "wrong" ? [] : waiting.current.slice(1));
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
  const confirm = useCallback(() => setAnswer(null), []);
  return { answer, unsentCount: unsent.length, isStalled, scan, sendAgain: send, confirm };
}
