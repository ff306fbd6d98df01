// What letters and the space bar do while a parcel is open.
import { parcelConditions, receivingLimits } from "#goods/rules/receiving.ts";
import { say, step, type DeskState, type Step } from "./desk-events.ts";
import { isCommandLetter, type CommandLetter } from "./parse-input.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";

function next<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

/** Takes the next battery or condition, or opens the list of goods. */
export function command(state: DeskState, letter: CommandLetter): DeskState {
  const { parcel } = state;
  if (parcel === null || parcel.correction === "photos") return state;
  if (letter === "g") return { ...state, isGoodsListOpen: !state.isGoodsListOpen };
  const marks =
    letter === "b"
      ? { battery: next(batteryKinds, parcel.battery) }
      : { condition: next(parcelConditions, parcel.condition) };
  return { ...state, parcel: { ...parcel, ...marks } };
}

export function photoWanted(state: DeskState): Step {
  const { parcel } = state;
  if (parcel === null) return say(state, "scan_first");
  const count = parcel.photos.length + parcel.pendingPhotosCount;
  if (count >= receivingLimits.imagesPerParcel) return say(state, "too_many_photos");
  const pending = { ...parcel, pendingPhotosCount: parcel.pendingPhotosCount + 1 };
  return step({ ...state, parcel: pending }, { kind: "take_photo", key: parcel.key });
}

const wedgeMilliseconds = 35;
const textMilliseconds = 1000;

/** The key of each property of goods in the open list: A for the first. */
export function goodsKey(index: number): string {
  return String.fromCharCode(65 + index);
}

/**
 * A key pressed in the empty field of an open parcel; null leaves it to the field. `fieldText` is what the field shows
 * then: letters that acted and are followed by others at once were the beginning of a scan or of a code, so that what
 * they changed is taken back.
 */
export function pressKey(
  state: DeskState,
  key: string,
  at: number,
): (Step & { readonly fieldText: string }) | null {
  const { parcel, letters, isGoodsListOpen } = state;
  if (parcel === null || key.length !== 1) return null;
  const lower = key.toLowerCase();
  const isCommand = isGoodsListOpen
    ? goodsFlags.some((_, index) => goodsKey(index).toLowerCase() === lower)
    : isCommandLetter(lower);
  const gap = letters === null ? Number.POSITIVE_INFINITY : at - letters.at;
  if (letters !== null && key !== " ") {
    const isText =
      gap < wedgeMilliseconds || (gap < textMilliseconds && !isCommand && !isGoodsListOpen);
    if (isText) {
      const before = { ...parcel, ...letters.before };
      const fieldText = letters.text + key;
      return {
        ...step({ ...state, parcel: before, isGoodsListOpen: false, letters: null }),
        fieldText,
      };
    }
  }
  if (key === " ") return { ...photoWanted({ ...state, letters: null }), fieldText: "" };
  if (!isCommand) {
    const isUnchanged = letters === null && !isGoodsListOpen;
    return isUnchanged
      ? null
      : { ...step({ ...state, letters: null, isGoodsListOpen: false }), fieldText: key };
  }
  const { battery, condition, goodsFlags: flags } = parcel;
  const isFollowing = letters !== null && gap < textMilliseconds;
  const remembered = {
    text: isFollowing ? letters.text + key : key,
    at,
    before: isFollowing ? letters.before : { battery, condition, goodsFlags: flags },
  };
  const acted = isGoodsListOpen
    ? toggleGoods(state, lower.charCodeAt(0) - 97)
    : isCommandLetter(lower)
      ? command(state, lower)
      : state;
  return { ...step({ ...acted, notice: null, letters: remembered }), fieldText: "" };
}

function toggleGoods(state: DeskState, index: number): DeskState {
  const flag = goodsFlags[index];
  const { parcel } = state;
  if (parcel === null || flag === undefined) return state;
  const has = parcel.goodsFlags.includes(flag);
  const chosen = goodsFlags.filter((one) =>
    one === flag ? !has : parcel.goodsFlags.includes(one),
  );
  return { ...state, parcel: { ...parcel, goodsFlags: chosen } };
}
