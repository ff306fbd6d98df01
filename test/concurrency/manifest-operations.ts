// The rows of the matrix about labels, manifests and figures.
import { handOverPackages } from "#shipping/server/manifests/hand-over.ts";
import type { Departing } from "#test/departing-goods.ts";
import type { Fixture } from "./fixture.ts";
import { neither, ways, type Row } from "./operation.ts";
import { goodsOf } from "./ship-operations.ts";

function departingOf({ goods }: Fixture): Departing {
  if (goods === null || goods.departing === null)
    throw new Error("The fixture has no package that departs.");
  return goods.departing;
}

export const labels: Readonly<Record<string, Row>> = {
  makeLabel: neither,
  makeLabels: neither,
  attachLabel: neither,
  printShippingLabels: neither,
  voidLabel: ways({
    name: "a label is made void",
    plans: ["complimentary"],
    needs: ["labelledBox"],
    run: (fixture) =>
      fixture.admin.api.labels.voidLabel({
        labelId: goodsOf(fixture).labelId,
        reason: "Wet",
      }),
  }),
  changeLabelFileSettings: neither,
  importLabelNumbers: neither,
};

export const numberRanges: Readonly<Record<string, Row>> = {
  createNumberRange: neither,
  importNumbers: neither,
  changeNumberRange: neither,
};

export const manifests: Readonly<Record<string, Row>> = {
  openManifest: neither,
  addScan: neither,
  removePackage: neither,
  closeManifest: neither,
  reopenManifest: neither,
  handOverManifest: ways({
    name: "a package is handed over",
    plans: ["complimentary"],
    needs: ["departing"],
    run: (fixture) =>
      handOverPackages(fixture.services, { manifestId: departingOf(fixture).manifestId }),
  }),
  takeBackPackage: ways({
    name: "a package is taken back",
    plans: ["complimentary"],
    needs: ["handedOver"],
    run: (fixture) =>
      fixture.admin.api.manifests.takeBackPackage({
        manifestPackageId: departingOf(fixture).manifestPackageId,
        reason: "The driver left it",
      }),
  }),
  recordCarrierWeight: neither,
  settleCarrierWeight: neither,
};
