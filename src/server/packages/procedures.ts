import { admin, signedIn } from "#server/access.ts";
import { addImage } from "./images/add-image.ts";
import { addLeg } from "./legs/add-leg.ts";
import { cancelPackage } from "./cancel-package.ts";
import { createPackage } from "./create-package.ts";
import { deleteImage } from "./images/delete-image.ts";
import { deleteOwnImage } from "./images/delete-own-image.ts";
import { deletePackage } from "./delete-package.ts";
import { deleteQrCode } from "./qr-codes/delete-qr-code.ts";
import { generateQrCode } from "./qr-codes/generate-qr-code.ts";
import { listPackages } from "./lists/list-packages.ts";
import { listQrCodes } from "./qr-codes/list-qr-codes.ts";
import { listShipments } from "./lists/list-shipments.ts";
import { readPackage } from "./read-package.ts";
import { readQrCode } from "./qr-codes/read-qr-code.ts";
import { readShipment } from "./read-shipment.ts";
import { setFinalWeight } from "./set-final-weight.ts";
import { setLegStatus } from "./legs/set-leg-status.ts";
import { setPackageStatus } from "./set-package-status.ts";
import { trackPackage } from "./tracking/track-package.ts";
import { updatePackage } from "./update-package.ts";
import { updateRecipient } from "./update-recipient.ts";
import { updateLeg } from "./legs/update-leg.ts";

const own = signedIn.packages;
const adminPackages = admin.packages;

export const packagesProcedures = {
  listPackages: own.listPackages.handler(({ context, input }) => listPackages(context, input)),
  readPackage: own.readPackage.handler(({ context, input }) => readPackage(context, input)),
  trackPackage: own.trackPackage.handler(({ context, input }) => trackPackage(context, input)),
  createPackage: own.createPackage.handler(({ context, input }) => createPackage(context, input)),
  updatePackage: own.updatePackage.handler(({ context, input }) => updatePackage(context, input)),
  updateRecipient: own.updateRecipient.handler(({ context, input }) =>
    updateRecipient(context, input),
  ),
  cancelPackage: own.cancelPackage.handler(({ context, input }) => cancelPackage(context, input)),
  deleteOwnImage: own.deleteOwnImage.handler(({ context, input }) =>
    deleteOwnImage(context, input),
  ),
  addImage: own.addImage.handler(({ context, input }) => addImage(context, input)),
  listShipments: adminPackages.listShipments.handler(({ context, input }) =>
    listShipments(context, input),
  ),
  readShipment: adminPackages.readShipment.handler(({ context, input }) =>
    readShipment(context, input),
  ),
  setPackageStatus: adminPackages.setPackageStatus.handler(({ context, input }) =>
    setPackageStatus(context, input),
  ),
  setFinalWeight: adminPackages.setFinalWeight.handler(({ context, input }) =>
    setFinalWeight(context, input),
  ),
  addLeg: adminPackages.addLeg.handler(({ context, input }) => addLeg(context, input)),
  updateLeg: adminPackages.updateLeg.handler(({ context, input }) => updateLeg(context, input)),
  setLegStatus: adminPackages.setLegStatus.handler(({ context, input }) =>
    setLegStatus(context, input),
  ),
  deleteImage: adminPackages.deleteImage.handler(({ context, input }) =>
    deleteImage(context, input),
  ),
  listQrCodes: adminPackages.listQrCodes.handler(({ context, input }) =>
    listQrCodes(context, input),
  ),
  generateQrCode: adminPackages.generateQrCode.handler(({ context, input }) =>
    generateQrCode(context, input),
  ),
  readQrCode: adminPackages.readQrCode.handler(({ context, input }) => readQrCode(context, input)),
  deleteQrCode: adminPackages.deleteQrCode.handler(({ context, input }) =>
    deleteQrCode(context, input),
  ),
  deletePackage: adminPackages.deletePackage.handler(({ context, input }) =>
    deletePackage(context, input),
  ),
};
