// The rows of the matrix about what is in parcels.
import { neither, ways, type Row } from "./operation.ts";
import { goodsOf } from "./ship-operations.ts";
import { clayCorrection } from "#test/goods-items.ts";

/** A change of what was signed takes an acceptance back; lists of words and rates change no package. */
export const goods: Readonly<Record<string, Row>> = {
  addProof: neither,
  acceptProof: neither,
  refuseProof: neither,
  saveItems: ways({
    name: "what is in an accepted box is stated otherwise",
    plans: ["complimentary"],
    needs: ["acceptedBox"],
    run: (fixture) =>
      fixture.customer.api.goods.saveItems({
        inboundParcelId: goodsOf(fixture).parcelId,
        items: [{ description: "Clay pots", unitValueMinor: 500, currency: "USD" }],
      }),
  }),
  correctItems: ways({
    name: "staff correct what is in an accepted box",
    plans: ["complimentary"],
    needs: ["acceptedBox"],
    run: (fixture) =>
      fixture.admin.api.goods.correctItems({
        inboundParcelId: goodsOf(fixture).parcelId,
        corrections: [clayCorrection],
        reason: "They are of clay",
      }),
  }),
  endWord: neither,
  importWords: neither,
  importStopWords: neither,
  importHsCodes: neither,
  setSdrRate: neither,
};
