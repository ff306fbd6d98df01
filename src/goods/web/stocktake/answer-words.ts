import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import type { ScanAnswer } from "./scan-answer.ts";
import { t } from "./messages.ts";

/** What was scanned, as the list of the newest scans names it. */
export function scannedName(answer: ScanAnswer): string {
  if ("parcel" in answer) return parcelName(answer.parcel);
  if ("labelCode" in answer) return answer.labelCode;
  return "code" in answer ? answer.code : answer.text;
}

/** The place of a parcel in a sentence's stead: its shelf, or that none is recorded. */
export function belongsText(code: string | null): string {
  return code === null ? t("stocktake.noShelfRecorded") : t("stocktake.belongsTo", { code });
}

/** The answer in one word, and what it means. */
export function answerWords(answer: ScanAnswer): { title: string; hint: string } {
  const title = t(`stocktake.outcome.${answer.outcome}`);
  if (answer.outcome === "shelf") {
    const { code, uncounted } = answer;
    const hint =
      uncounted === null
        ? t("stocktake.hint.shelf")
        : t("stocktake.hint.uncounted", { code: uncounted });
    return { title: t("stocktake.shelf", { code }), hint };
  }
  if (answer.outcome === "empty") {
    return { title, hint: t("stocktake.hint.empty", { code: answer.code }) };
  }
  if (answer.outcome === "misplaced") {
    const { storageLocationCode } = answer.parcel;
    return {
      title: belongsText(storageLocationCode),
      hint: t("stocktake.hint.misplaced", { name: scannedName(answer) }),
    };
  }
  if (answer.outcome === "stop") {
    return { title, hint: t(`stocktake.stop.${answer.reason}`, { text: answer.text }) };
  }
  return { title, hint: t(`stocktake.hint.${answer.outcome}`, { name: scannedName(answer) }) };
}
