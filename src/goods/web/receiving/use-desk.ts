import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { parseMemberCode } from "#people/rules/member-code.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { checkedAnswer, offlineAnswer, type DeskAnswer } from "./desk-answer.ts";
import type { DeskEffect, DeskEvent, DeskOutcome, DeskState } from "./desk-events.ts";
import { useDeskDraft } from "./desk-draft.ts";
import { pressKey } from "./keyboard.ts";
import { advance } from "./desk-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { receiveInput, recordKindOf, type Move, type OpenParcel } from "./desk-parcel.ts";
import { savedParcel, unconfirmed, type SessionParcel } from "./session-parcels.tsx";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import type { ReceivingOutbox } from "./receiving-records.ts";

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
  const { initial, keep } = useDeskDraft(options.place.warehouseId);
  const [state, setState] = useState<DeskState>(initial);
  // Keys come faster than React renders.
  const current = useRef(state);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { save, move, unsaved, saveAgain } = useRecording(latest);
  const perform = useRef<(effects: readonly DeskEffect[]) => void>(() => undefined);
  const show = useCallback(
    (next: DeskState, effects: readonly DeskEffect[]) => {
      current.current = next;
      setState(next);
      keep(next);
      perform.current(effects);
    },
    [keep],
  );
  const dispatch = useCallback(
    (event: DeskEvent) => {
      const { isFull } = latest.current.outbox;
      const context = { newKey: () => crypto.randomUUID(), isQueueFull: isFull };
      const { state: next, effects } = advance(current.current, event, context);
      show(next, effects);
    },
    [show],
  );
  useEffect(() => {
    const run = (effect: DeskEffect) => {
      if (effect.kind === "sound") return latest.current.onSound(effect.outcome);
      if (effect.kind === "undo_last") return latest.current.onUndoWanted();
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
  useEffect(() => {
    const { parcel } = initial;
    if (parcel === null) return;
    const { key, scan, memberCode } = parcel;
    perform.current([{ kind: "read", key, scan, memberCode }]);
  }, [initial]);
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

/** A record that this browser could not store, and why. */
type UnsavedRecord = { readonly store: () => Promise<void>; readonly reason: string };

/** Puts parcels and their moves into the outbox. */
function useRecording(latest: RefObject<DeskOptions>) {
  const [unsaved, setUnsaved] = useState<readonly UnsavedRecord[]>([]);
  const attempt = useCallback(async (store: () => Promise<void>) => {
    try {
      await store();
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      setUnsaved((before) => [...before, { store, reason }]);
    }
  }, []);
  const save = useCallback(
    (parcel: OpenParcel, storageLocationCode: string | null) => {
      const { place, onSaved } = latest.current;
      const at = new Date().toISOString();
      const input = receiveInput(parcel, { ...place, storageLocationCode }, at);
      onSaved(savedParcel(parcel));
      void attempt(async () => {
        const { outbox } = latest.current;
        const record = parcel.correction === null ? outbox.add : outbox.resend;
        await record({ kind: recordKindOf(parcel), input, photos: parcel.photos });
      });
    },
    [attempt, latest],
  );
  const move = useCallback(
    (key: string, { labelCode, name, storageLocationCode }: Move) => {
      const { place, onSaved } = latest.current;
      const input = {
        warehouseId: place.warehouseId,
        storageLocationCode,
        labelCode,
        scan: name,
        recordedAt: new Date().toISOString(),
        idempotencyKey: key,
      };
      onSaved({ key, name, kind: "stored", storageLocationCode, ...unconfirmed });
      void attempt(() => latest.current.outbox.add({ kind: "stored", input }));
    },
    [attempt, latest],
  );
  const saveAgain = useCallback(() => {
    for (const { store } of unsaved) void attempt(store);
    setUnsaved([]);
  }, [attempt, unsaved]);
  return { save, move, unsaved, saveAgain };
}

export type DeskPlace = { readonly warehouseId: string; readonly station: string };

type DeskOptions = {
  readonly place: DeskPlace;
  readonly outbox: ReceivingOutbox;
  readonly awaited: readonly AwaitedNumber[];
  readonly onSound: (sound: DeskOutcome | "saved") => void;
  readonly onPhotoWanted: (key: string) => void;
  /** The last parcel that was received at this desk was recorded by mistake. */
  readonly onUndoWanted: () => void;
  readonly onSaved: (parcel: SessionParcel) => void;
};
