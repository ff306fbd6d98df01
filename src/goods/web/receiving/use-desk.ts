import { useCallback, useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { parseMemberCode } from "#people/rules/member-code.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { checkedAnswer, offlineAnswer, type DeskAnswer } from "./desk-answer.ts";
import { initialDesk, type DeskEffect, type DeskEvent, type DeskState } from "./desk-events.ts";
import { pressKey } from "./desk-marks.ts";
import { advance } from "./desk-state.ts";
import type { DeskOptions, DeskPlace } from "./desk-options.ts";
import { useRecording } from "./use-recording.ts";
import { t } from "./messages.ts";

const readTimeoutMilliseconds = 4_000;
/** These say nothing about the scan, so that the desk goes on as without a network. */
const passingErrors: ReadonlySet<ErrorCode | null> = new Set<ErrorCode | null>([
  null,
  "busy",
  "maintenance",
  "too_many_requests",
  "unavailable",
]);

type ReadEffect = Extract<DeskEffect, { kind: "read" }>;

/** Reads the scan at the server, or among the awaited numbers where it does not answer. */
async function readScan(
  client: ApiClient,
  effect: ReadEffect,
  { place, awaited }: DeskOptions,
): Promise<DeskEvent> {
  const { key, scan, memberCode } = effect;
  const parsed = memberCode === null ? null : parseMemberCode(memberCode);
  const answered = (answer: DeskAnswer): DeskEvent => ({ kind: "answered", key, answer });
  const withoutServer = (): DeskEvent => {
    if (parsed?.ok === false) {
      return { kind: "refused", key, memberCode, sentence: t("receiving.memberCodeInvalid") };
    }
    if (scan !== null && parseScan(scan).kind === "not_a_waybill") {
      return { kind: "refused", key, memberCode: null, sentence: t("receiving.notAWaybill") };
    }
    return answered(offlineAnswer(scan, parsed?.code ?? null, awaited));
  };
  if (scan === null) return withoutServer();
  try {
    const input = { scan, memberCode, warehouseId: place.warehouseId };
    const signal = AbortSignal.timeout(readTimeoutMilliseconds);
    return answered(checkedAnswer(await client.receiving.readScan(input, { signal })));
  } catch (error) {
    if (passingErrors.has(apiErrorCode(error)) || !(error instanceof Error)) return withoutServer();
    return { kind: "refused", key, memberCode, sentence: error.message };
  }
}

/** A storage location that the server does not know is taken back. Without a network it stays. */
async function checkLocation(
  client: ApiClient,
  effect: Extract<DeskEffect, { kind: "check_location" }>,
  { warehouseId }: DeskPlace,
): Promise<DeskEvent | null> {
  const { code, previous } = effect;
  try {
    await client.receiving.readScan({ scan: `SHELF:${code}`, warehouseId });
    return null;
  } catch (error) {
    if (passingErrors.has(apiErrorCode(error)) || !(error instanceof Error)) return null;
    return { kind: "location_refused", code, previous, sentence: error.message };
  }
}

/** The state of the desk, and what moves it. */
export function useDesk(options: DeskOptions) {
  const client = useApiClient();
  const [state, setState] = useState<DeskState>(initialDesk);
  // Keys come faster than React renders.
  const current = useRef(state);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { save, move, unsaved, saveAgain } = useRecording(latest);
  const perform = useRef<(effects: readonly DeskEffect[]) => void>(() => undefined);
  const show = useCallback((next: DeskState, effects: readonly DeskEffect[]) => {
    current.current = next;
    setState(next);
    perform.current(effects);
  }, []);
  const dispatch = useCallback(
    (event: DeskEvent) => {
      const { queue } = latest.current;
      const context = { newKey: () => crypto.randomUUID(), isQueueFull: queue.isFull };
      const { state: next, effects } = advance(current.current, event, context);
      show(next, effects);
    },
    [show],
  );
  useEffect(() => {
    const run = (effect: DeskEffect) => {
      if (effect.kind === "sound") return latest.current.onSound(effect.outcome);
      if (effect.kind === "take_photo") return latest.current.onPhotoWanted(effect.key);
      if (effect.kind === "save") return save(effect.parcel, effect.storageLocationCode);
      if (effect.kind === "move") return move(effect.key, effect.move);
      if (effect.kind === "read")
        return void readScan(client, effect, latest.current).then(dispatch);
      return void checkLocation(client, effect, latest.current.place).then((event) => {
        if (event !== null) dispatch(event);
      });
    };
    perform.current = (effects) => effects.forEach(run);
  }, [client, dispatch, move, save]);
  /** What the field shows after a key, or null where it handles the key itself. */
  const press = useCallback(
    (key: string, at: number): string | null => {
      const pressed = pressKey(current.current, key, at);
      if (pressed === null) return null;
      show(pressed.state, pressed.effects);
      return pressed.fieldText;
    },
    [show],
  );
  return { state, dispatch, press, unsaved, saveAgain };
}

export type Desk = ReturnType<typeof useDesk>;
