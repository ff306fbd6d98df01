// Binds the procedures about packages to their doors and operations.
import { admin, signedIn } from "#server/access.ts";
import { addImage } from "./add-image.ts";
import { addLeg } from "./add-leg.ts";
import { createPackage } from "./create-package.ts";
import { deleteImage } from "./delete-image.ts";
import { deletePackage } from "./delete-package.ts";
import { deleteQrCode } from "./delete-qr-code.ts";
import { generateQrCode } from "./generate-qr-code.ts";
import { listPackages } from "./list-packages.ts";
import { listQrCodes } from "./list-qr-codes.ts";
import { listShipments } from "./list-shipments.ts";
import { readPackage } from "./read-package.ts";
import { readQrCode } from "./read-qr-code.ts";
import { readShipment } from "./read-shipment.ts";
import { setFinalWeight } from "./set-final-weight.ts";
import { setLegStatus } from "./set-leg-status.ts";
import { setPackageStatus } from "./set-package-status.ts";
import { trackPackage } from "./track-package.ts";
import { updateLeg } from "./update-leg.ts";

const own = signedIn.packages;
const office = admin.packages;

export const packagesProcedures = {
  listPackages: own.listPackages.handler(({ context, input }) => listPackages(context, input)),
  readPackage: own.readPackage.handler(({ context, input }) => readPackage(context, input)),
  trackPackage: own.trackPackage.handler(({ context, input }) => trackPackage(context, input)),
  createPackage: own.createPackage.handler(({ context, input }) => createPackage(context, input)),
  addImage: own.addImage.handler(({ context, input }) => addImage(context, input)),
  listShipments: office.listShipments.handler(({ context, input }) =>
    listShipments(context, input),
  ),
  readShipment: office.readShipment.handler(({ context, input }) => readShipment(context, input)),
  setPackageStatus: office.setPackageStatus.handler(({ context, input }) =>
    setPackageStatus(context, input),
  ),
  setFinalWeight: office.setFinalWeight.handler(({ context, input }) =>
    setFinalWeight(context, input),
  ),
  addLeg: office.addLeg.handler(({ context, input }) => addLeg(context, input)),
  updateLeg: office.updateLeg.handler(({ context, input }) => updateLeg(context, input)),
  setLegStatus: office.setLegStatus.handler(({ context, input }) => setLegStatus(context, input)),
  deleteImage: office.deleteImage.handler(({ context, input }) => deleteImage(context, input)),
  listQrCodes: office.listQrCodes.handler(({ context, input }) => listQrCodes(context, input)),
  generateQrCode: office.generateQrCode.handler(({ context, input }) =>
    generateQrCode(context, input),
  ),
  readQrCode: office.readQrCode.handler(({ context, input }) => readQrCode(context, input)),
  deleteQrCode: office.deleteQrCode.handler(({ context, input }) => deleteQrCode(context, input)),
  deletePackage: office.deletePackage.handler(({ context, input }) =>
    deletePackage(context, input),
  ),
};
