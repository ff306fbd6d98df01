// The receiving desk as a state machine.
import { receivingLimits } from "#goods/rules/receiving.ts";
import { answerOfParcel, choicesOf, chosenOutcome, type DeskAnswer } from "./desk-answer.ts";
import {
  say,
  step,
  type DeskContext,
  type DeskEvent,
  type DeskState,
  type Step,
} from "./desk-events.ts";
import { readLine } from "./parse-input.ts";
import type { DeskPhoto } from "./receiving-records.ts";
import { command, photoWanted } from "./keyboard.ts";
import {
  choiceOfNumber,
  goodsThatStay,
  hasEntries,
  moveOf,
  newParcel,
  saveObstacle,
  withChoice,
  type Move,
  type OpenParcel,
} from "./desk-parcel.ts";

/** Counts what lies on the scale to the open parcel, unless it was counted to another or a weight was typed. */
function weigh(state: DeskState): DeskState {
  const { parcel, scale, loadOf } = state;
  if (scale?.reading.kind !== "stable" || parcel === null) return state;
  const isOwn = loadOf === parcel.key && parcel.weight?.scale !== "typed";
  const isFirst = loadOf === null && parcel.weight === null;
  if (!isOwn && !isFirst) return state;
  const { weightGrams } = scale.reading;
  if (weightGrams > receivingLimits.maxWeightGrams) {
    return { ...state, notice: { kind: "weight_out_of_range" } };
  }
  const weight = { weightGrams, scale: scale.source };
  return { ...state, loadOf: parcel.key, parcel: { ...parcel, weight } };
}

function openParcel(state: DeskState, scan: string | null, context: DeskContext): Step {
  if (context.isQueueFull) {
    return step(
      { ...state, outcome: "stop", notice: { kind: "queue_full" } },
      { kind: "sound", outcome: "stop" },
    );
  }
  const parcel = newParcel(context.newKey(), scan);
  const opened = weigh({
    ...state,
    parcel,
    outcome: null,
    answer: null,
    notice: null,
    isGoodsListOpen: false,
    isSaveWanted: false,
    letters: null,
  });
  return step(opened, { kind: "read", key: parcel.key, scan, memberCode: null });
}

/** Closes the open parcel, and opens what was scanned meanwhile, the first one first. */
function close(state: DeskState, context: DeskContext): Step {
  const [next, ...heldScans] = state.heldScans;
  const closed = {
    ...state,
    parcel: null,
    outcome: null,
    answer: null,
    heldScans,
    isGoodsListOpen: false,
    isSaveWanted: false,
    letters: null,
  };
  return next === undefined ? step(closed) : openParcel(closed, next, context);
}

/** Closes the parcel that is here and puts it on the shelf that was scanned. */
function moveParcel(state: DeskState, { key }: OpenParcel, move: Move, context: DeskContext): Step {
  const notice = { kind: "moved", name: move.name, code: move.storageLocationCode } as const;
  const closed = close({ ...state, notice }, context);
  return step(
    closed.state,
    { kind: "move", key, move },
    { kind: "sound", outcome: "saved" },
    ...closed.effects,
  );
}

function save(state: DeskState, context: DeskContext): Step {
  const { parcel } = state;
  if (parcel === null) return say(state, "scan_first");
  const obstacle = saveObstacle(parcel);
  if (obstacle === "wait") {
    return step({ ...state, isSaveWanted: true, notice: { kind: "wait" } });
  }
  const move = moveOf(parcel, state.storageLocationCode);
  if (move !== null) return moveParcel(state, parcel, move, context);
  if (obstacle === "adds_nothing" && !hasEntries(parcel)) {
    return close({ ...state, notice: null }, context);
  }
  if (obstacle !== null) return say({ ...state, isSaveWanted: false }, obstacle);
  const { storageLocationCode } = state;
  const name = parcel.answer?.trackingNumber ?? parcel.scan;
  const stays = goodsThatStay(parcel);
  const notice = { kind: "saved", name, ...(stays !== null && { stays }) } as const;
  const closed = close({ ...state, notice }, context);
  return step(
    closed.state,
    { kind: "save", parcel, storageLocationCode },
    { kind: "sound", outcome: "saved" },
    ...closed.effects,
  );
}

/** Another scan while a parcel is open: it saves a parcel that is complete, and otherwise waits for it. */
function scanNext(state: DeskState, parcel: OpenParcel, scan: string, context: DeskContext): Step {
  if (scan === parcel.scan) return say(state, "already_open");
  const obstacle = saveObstacle(parcel);
  if (obstacle === "scan_again") {
    const again = { ...parcel, scan, isReading: true };
    const { key, memberCode } = parcel;
    return step(
      { ...state, parcel: again, outcome: null },
      { kind: "read", key, scan, memberCode },
    );
  }
  const held = { ...state, heldScans: [...new Set([...state.heldScans, scan])] };
  const move = moveOf(parcel, state.storageLocationCode);
  if (move !== null) {
    // Who scans a parcel that is here may only want to see it, so it moves on Enter alone.
    const next = close({ ...held, notice: null }, context);
    const notice = { kind: "not_moved", name: move.name } as const;
    return step({ ...next.state, notice: next.state.notice ?? notice }, ...next.effects);
  }
  const addsNothing = obstacle === "adds_nothing" && !hasEntries(parcel);
  if (obstacle === null || addsNothing) return save(held, context);
  const isSaveWanted = obstacle === "wait" && parcel.weight !== null;
  return step({ ...held, isSaveWanted, notice: { kind: "held", scan } });
}

function choose(state: DeskState, number: number, context: DeskContext): Step {
  const { parcel } = state;
  const choice = choiceOfNumber(parcel?.answer ?? null, number);
  if (parcel === null || parcel.answer === null || choice === null) {
    return say(state, "no_such_choice");
  }
  const outcome = chosenOutcome(parcel.answer, choice);
  const chosen = { ...state, parcel: withChoice(parcel, choice), outcome, notice: null };
  const sound = { kind: "sound", outcome } as const;
  if (!chosen.isSaveWanted) return step(chosen, sound);
  const saved = save(chosen, context);
  return step(saved.state, sound, ...saved.effects);
}

function photoDone(
  state: DeskState,
  key: string,
  photo: DeskPhoto | "camera_off" | "photo_failed" | null,
  context: DeskContext,
): Step {
  const { parcel } = state;
  if (parcel === null || parcel.key !== key) return step(state);
  const done = {
    ...state,
    ...(typeof photo === "string" ? { notice: { kind: photo }, isSaveWanted: false } : {}),
    parcel: {
      ...parcel,
      photos:
        photo === null || typeof photo === "string" ? parcel.photos : [...parcel.photos, photo],
      pendingPhotosCount: Math.max(0, parcel.pendingPhotosCount - 1),
    },
  };
  return done.isSaveWanted ? save(done, context) : step(done);
}

function answered(state: DeskState, key: string, answer: DeskAnswer, context: DeskContext): Step {
  const { parcel } = state;
  if (parcel === null || parcel.key !== key) return step(state);
  const sound = { kind: "sound", outcome: answer.outcome } as const;
  if (answer.outcome === "package" || answer.outcome === "storage_location") {
    const closed = close({ ...state, notice: null }, context);
    const { storageLocationCode } = answer;
    const place = storageLocationCode === null ? {} : { storageLocationCode };
    const shown =
      closed.state.parcel === null
        ? { ...closed.state, outcome: answer.outcome, answer }
        : closed.state;
    return step({ ...shown, ...place }, sound, ...closed.effects);
  }
  const isWaitOver = state.notice?.kind === "wait";
  const open = {
    ...state,
    notice: isWaitOver ? null : state.notice,
    outcome: answer.outcome,
    parcel: { ...withChoice(parcel, null), answer, isReading: false },
  };
  if (!open.isSaveWanted) return step(open, sound);
  const saved = save(open, context);
  return step(saved.state, sound, ...saved.effects);
}

/** The server's refusal: of a member code the parcel stays open without it, of a scan nothing is open. */
function refused(
  state: DeskState,
  event: Extract<DeskEvent, { kind: "refused" }>,
  context: DeskContext,
): Step {
  const { parcel } = state;
  if (parcel === null || parcel.key !== event.key) return step(state);
  const notice = { kind: "refused", sentence: event.sentence } as const;
  const sound = { kind: "sound", outcome: "stop" } as const;
  if (event.memberCode !== null) {
    const isUnread = parcel.answer === null;
    const kept = { ...parcel, memberCode: null, isReading: isUnread };
    const stayed = { ...state, parcel: kept, notice, isSaveWanted: false };
    const { key, scan } = parcel;
    return isUnread
      ? step(stayed, sound, { kind: "read", key, scan, memberCode: null })
      : step(stayed, sound);
  }
  if (hasEntries(parcel) || parcel.correction !== null) {
    const stopped = { ...parcel, answer: null, isReading: false };
    return step({ ...state, parcel: stopped, outcome: "stop", notice, isSaveWanted: false }, sound);
  }
  const closed = close({ ...state, notice }, context);
  const shown = closed.state.parcel === null ? { outcome: "stop" as const } : {};
  return step({ ...closed.state, ...shown, notice }, sound, ...closed.effects);
}

function escape(state: DeskState, context: DeskContext): Step {
  const { parcel } = state;
  if (state.isGoodsListOpen) return step({ ...state, isGoodsListOpen: false, letters: null });
  if (parcel === null) return step({ ...state, outcome: null, answer: null, notice: null });
  if (hasEntries(parcel) && state.notice?.kind !== "confirm_set_aside") {
    return say({ ...state, isSaveWanted: false }, "confirm_set_aside");
  }
  return close({ ...state, notice: null }, context);
}

function setLocation(state: DeskState, code: string | null): Step {
  const previous = state.storageLocationCode;
  const placed = { ...state, storageLocationCode: code, notice: null };
  if (code === null) return step(placed);
  const shown = state.parcel === null ? { outcome: "storage_location" as const, answer: null } : {};
  return step(
    { ...placed, ...shown },
    { kind: "sound", outcome: "storage_location" },
    { kind: "check_location", code, previous },
  );
}

function enter(state: DeskState, text: string, context: DeskContext): Step {
  const { parcel } = state;
  const isAsking = state.notice?.kind === "confirm_set_aside";
  const answer = (parcel?.choice ?? null) === null ? (parcel?.answer ?? null) : null;
  const line = readLine(text, {
    isOpen: parcel !== null,
    hasChoices: choicesOf(answer).length > 0,
  });
  if (line.kind === "storage_location") return setLocation(state, line.code);
  if (line.kind === "undo") {
    return parcel === null
      ? step({ ...state, notice: null }, { kind: "undo_last" })
      : say(state, "open_first");
  }
  if (parcel === null) {
    if (line.kind === "scan") return openParcel(state, line.scan, context);
    if (line.kind === "no_label") return openParcel(state, null, context);
    return line.kind === "empty" && state.outcome !== null
      ? step({ ...state, outcome: null, answer: null, notice: null })
      : say(state, "scan_first");
  }
  const calm = { ...state, notice: null, letters: null };
  if (line.kind === "empty") {
    if (isAsking) return step(calm);
    if (state.isGoodsListOpen) return step({ ...calm, isGoodsListOpen: false });
    return save(calm, context);
  }
  if (line.kind === "scan") return scanNext(calm, parcel, line.scan, context);
  if (parcel.correction === "photos") return say(calm, "photos_only");
  if (line.kind === "choice") return choose(calm, line.number, context);
  if (line.kind === "no_label") return say(calm, "open_first");
  if (line.kind === "weight_out_of_range" || line.kind === "sides_out_of_range") {
    return step({ ...calm, notice: { kind: line.kind } }, { kind: "sound", outcome: "stop" });
  }
  if (line.kind === "member_code") {
    const memberCode = line.text;
    const named = { ...parcel, memberCode, isReading: true };
    return step(
      { ...calm, parcel: named },
      { kind: "read", key: parcel.key, scan: parcel.scan, memberCode },
    );
  }
  const marked = line.commands.reduce(command, calm);
  const open = marked.parcel ?? parcel;
  if (line.kind === "note") return step({ ...marked, parcel: { ...open, note: line.note } });
  if (line.kind === "weight") {
    const weight = { weightGrams: line.weightGrams, scale: "typed" } as const;
    return step({ ...marked, parcel: { ...open, weight } });
  }
  if (line.kind === "sides") {
    return step({ ...marked, parcel: { ...open, sidesMm: line.sidesMm } });
  }
  return step(marked);
}

function readScale(
  state: DeskState,
  { reading, source }: Extract<DeskEvent, { kind: "scale_read" }>,
): DeskState {
  if (reading === null) return { ...state, scale: null };
  const isEmpty = reading.kind === "zero" || reading.kind === "negative";
  return weigh({
    ...state,
    scale: { reading, source },
    loadOf: isEmpty ? null : state.loadOf,
  });
}

/** The state after `event`, and what is to be done. */
export function advance(state: DeskState, event: DeskEvent, context: DeskContext): Step {
  const { parcel } = state;
  switch (event.kind) {
    case "line":
      return enter(state, event.text, context);
    case "answered":
      return answered(state, event.key, event.answer, context);
    case "refused":
      return refused(state, event, context);
    case "location_refused": {
      const isCurrent = state.storageLocationCode === event.code;
      const place = isCurrent ? { storageLocationCode: event.previous } : {};
      const shown = parcel === null ? { outcome: "stop" as const } : {};
      const notice = { kind: "refused", sentence: event.sentence } as const;
      return step({ ...state, ...place, ...shown, notice }, { kind: "sound", outcome: "stop" });
    }
    case "command":
      return step(command(state, event.letter));
    case "marked":
      return step(parcel === null ? state : { ...state, parcel: { ...parcel, ...event.marks } });
    case "noted":
      return step(parcel === null ? state : { ...state, parcel: { ...parcel, note: event.note } });
    case "chosen":
      return choose(state, event.number, context);
    case "photo_wanted":
      return photoWanted(state);
    case "photo_taken":
      return photoDone(state, event.key, event.photo, context);
    case "photo_missing":
      return photoDone(state, event.key, event.reason, context);
    case "photo_removed": {
      if (parcel === null) return step(state);
      const photos = parcel.photos.filter((_, index) => index !== event.index);
      return step({ ...state, parcel: { ...parcel, photos } });
    }
    case "scale_read":
      return step(readScale(state, event));
    case "escape":
      return escape(state, context);
    case "set_aside":
      return close({ ...state, notice: null }, context);
    case "not_undone":
      return say(state, event.reason);
    case "measure_again": {
      if (parcel !== null) return say(state, "open_first");
      const answer = answerOfParcel(event.parcel);
      const { trackingNumber, labelCode } = event.parcel;
      const opened = newParcel(context.newKey(), trackingNumber ?? labelCode);
      const chosen = withChoice(opened, { kind: "measure_again", parcel: event.parcel });
      const open = { ...chosen, answer, isReading: false };
      return step(
        weigh({ ...state, parcel: open, outcome: "seen_before", answer: null, notice: null }),
      );
    }
    case "correct": {
      if (parcel !== null) return say(state, "open_first");
      const { key, scan, memberCode, correction } = event.parcel;
      const opened = { ...state, parcel: event.parcel, answer: null };
      if (correction === "photos") {
        return step({ ...opened, outcome: "seen_before", notice: { kind: "photos_only" } });
      }
      return step(
        { ...opened, outcome: null, notice: null },
        { kind: "read", key, scan, memberCode },
      );
    }
  }
}
