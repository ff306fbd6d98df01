// What happens at the receiving desk, what it shows then, and what is to be done.
import type { ScaleSource, ScanOutcome, TakenOff } from "#goods/rules/receiving.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ScaleReading } from "#ui/web/desk/scale-reading.ts";
import type { DeskAnswer } from "./desk-answer.ts";
import type { CommandLetter } from "./parse-input.ts";
import type { Marks, Move, OpenParcel } from "./desk-parcel.ts";
import type { DeskPhoto } from "./receiving-records.ts";

export type DeskOutcome = ScanOutcome | "stop";

/** What the desk says beside the parcel. A sentence of the server is shown as it is. */
export type DeskNotice =
  | { readonly kind: "refused"; readonly sentence: string }
  | { readonly kind: "held"; readonly scan: string }
  | {
      readonly kind: "saved";
      readonly name: string | null;
      /** What stays recorded of its goods, although it was taken off at the desk. */
      readonly stays?: TakenOff;
    }
  | { readonly kind: "moved"; readonly name: string; readonly code: string }
  | { readonly kind: "not_moved"; readonly name: string }
  | {
      readonly kind:
        | "adds_nothing"
        | "already_open"
        | "choice_needed"
        | "confirm_set_aside"
        | "no_such_choice"
        | "nothing_to_undo"
        | "open_first"
        | "camera_off"
        | "photo_failed"
        | "photos_only"
        | "queue_full"
        | "restored"
        | "restored_without_photos"
        | "scan_again"
        | "scan_first"
        | "sides_out_of_range"
        | "too_many_photos"
        | "undo_waits"
        | "wait"
        | "weight_needed"
        | "weight_out_of_range";
    };

export type DeskState = {
  readonly parcel: OpenParcel | null;
  /** What fills the screen; null: nothing was scanned yet. */
  readonly outcome: DeskOutcome | null;
  /** Of a scan that opens no parcel. */
  readonly answer: DeskAnswer | null;
  readonly notice: DeskNotice | null;
  /** Where parcels are put, until another place is scanned. */
  readonly storageLocationCode: string | null;
  /** Scanned while the open parcel could not be saved, in their order; the first opens next. */
  readonly heldScans: readonly string[];
  readonly isGoodsListOpen: boolean;
  /** Enter was pressed while the scan was read or a photo taken. */
  readonly isSaveWanted: boolean;
  readonly scale: { readonly reading: ScaleReading; readonly source: ScaleSource } | null;
  /** The parcel to which the load on the scale was counted, since the scale was last empty. */
  readonly loadOf: string | null;
  /** Letters that acted a moment ago, and what they changed. */
  readonly letters: {
    readonly text: string;
    readonly at: number;
    readonly before: Marks;
  } | null;
};

export type DeskEffect =
  | {
      readonly kind: "read";
      readonly key: string;
      readonly scan: string | null;
      readonly memberCode: string | null;
    }
  | { readonly kind: "check_location"; readonly code: string; readonly previous: string | null }
  | {
      readonly kind: "save";
      readonly parcel: OpenParcel;
      readonly storageLocationCode: string | null;
    }
  | { readonly kind: "move"; readonly key: string; readonly move: Move }
  | { readonly kind: "undo_last" }
  | { readonly kind: "take_photo"; readonly key: string }
  | { readonly kind: "sound"; readonly outcome: DeskOutcome | "saved" };

export type Step = { readonly state: DeskState; readonly effects: readonly DeskEffect[] };

/** What the state machine may not know by itself. */
export type DeskContext = { readonly newKey: () => string; readonly isQueueFull: boolean };

export const initialDesk: DeskState = {
  parcel: null,
  outcome: null,
  answer: null,
  notice: null,
  storageLocationCode: null,
  heldScans: [],
  isGoodsListOpen: false,
  isSaveWanted: false,
  scale: null,
  loadOf: null,
  letters: null,
};

export type DeskEvent =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "answered"; readonly key: string; readonly answer: DeskAnswer }
  | {
      readonly kind: "refused";
      readonly key: string;
      readonly sentence: string;
      readonly memberCode: string | null;
    }
  | {
      readonly kind: "location_refused";
      readonly code: string;
      readonly previous: string | null;
      readonly sentence: string;
    }
  | { readonly kind: "command"; readonly letter: CommandLetter }
  | { readonly kind: "marked"; readonly marks: Partial<Marks> }
  | { readonly kind: "noted"; readonly note: string }
  | { readonly kind: "chosen"; readonly number: number }
  | { readonly kind: "photo_wanted" }
  | { readonly kind: "photo_taken"; readonly key: string; readonly photo: DeskPhoto }
  | {
      readonly kind: "photo_missing";
      readonly key: string;
      readonly reason: "camera_off" | "photo_failed" | null;
    }
  | { readonly kind: "photo_removed"; readonly index: number }
  | {
      readonly kind: "scale_read";
      readonly reading: ScaleReading | null;
      readonly source: ScaleSource;
    }
  | { readonly kind: "escape" }
  | { readonly kind: "set_aside" }
  | { readonly kind: "correct"; readonly parcel: OpenParcel }
  | { readonly kind: "measure_again"; readonly parcel: StaffInboundParcel }
  | { readonly kind: "not_undone"; readonly reason: "nothing_to_undo" | "undo_waits" };

export const step = (state: DeskState, ...effects: readonly DeskEffect[]): Step => ({
  state,
  effects,
});
/** Says why nothing was done. */
export const say = (
  state: DeskState,
  kind: Exclude<DeskNotice["kind"], "refused" | "held" | "saved" | "moved" | "not_moved">,
) => step({ ...state, notice: { kind } });
