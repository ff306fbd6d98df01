import { randomUUID } from "node:crypto";
import type { QrCode, QrLabel } from "#goods/contract/admin-package-files.ts";
import type { ShippingLeg } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { drawQrCode } from "#platform/server/adapters/files/draw-qr-code.ts";
import {
  deleteFiles,
  findFile,
  listFiles,
  removeFiles,
  storeFile,
} from "#platform/server/files/files.ts";
import { type FileServices, fileUrl } from "#platform/server/files/serve-file.ts";
import { recordEvent, seesContacts } from "./change-package.ts";
import { lockAnyPackage } from "./lock-packages.ts";
import { findPackageIdOfLeg } from "./legs/leg-queries.ts";
import { findStoredPackage, findRecipient, type StoredPackage } from "./package-queries.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

type LegOfPackage = { readonly packageId: string; readonly legNumber: number };

function requireLeg(pkg: StoredPackage | undefined, legNumber: number): ShippingLeg {
  const leg = pkg?.legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) throw apiError("not_found");
  return leg;
}

/** A QR code with its leg and package. Throws `not_found`. */
export async function findCode(db: Db, qrCodeId: string) {
  const code = await findFile(db, qrCodeId);
  const packageId = code?.ownerKind === "leg" && (await findPackageIdOfLeg(db, code.ownerId));
  const pkg = packageId ? await findStoredPackage(db, packageId) : undefined;
  const leg = pkg?.legs.find(({ id }) => id === code?.ownerId);
  if (code === undefined || pkg === undefined || leg === undefined) throw apiError("not_found");
  return { code, pkg, leg };
}

/**
 * Returns the QR code of that leg, an address that opens the package for admins: the existing one, so that printed labels
 * stay valid, else a new one, stored as PNG. Throws `not_found`, and `busy` while too many codes are drawn.
 */
export async function generateQrCode(
  context: SignedInContext,
  { packageId, legNumber }: LegOfPackage,
): Promise<QrCode> {
  const { db, queues, session } = context;
  const leg = requireLeg(await findStoredPackage(db, packageId), legNumber);
  const qrCodeId = randomUUID();
  const code = await storeFile(
    context,
    {
      id: qrCodeId,
      ownerKind: "leg",
      ownerId: leg.id,
      kind: "qr_code",
      name: `qr-code-leg-${legNumber}`,
    },
    {
      lock: async (inner) => {
        const { id } = requireLeg(await lockAnyPackage(context, inner, packageId), legNumber);
        // Its route was replaced meanwhile.
        if (id !== leg.id) throw apiError("conflict");
      },
      find: async (inner) => (await listFiles(inner, "leg", [leg.id]))[0],
      prepare: async () => {
        const draw = () => drawQrCode(scanUrl(context, qrCodeId));
        const bytes = await queues.drawings.run(session.person.id, draw);
        return { file: { bytes, contentType: "image/png", extension: "png" }, thumbnail: null };
      },
      record: async (inner) => {
        await recordEvent(context, inner, { packageId, legNumber, kind: "qr_code_generated" });
        await context.audit({ after: { qrCodeId, legNumber } }, inner);
      },
    },
  );
  return toQrCode(context, code, { packageId, legNumber });
}

/** The QR codes of a package's legs, by leg. Throws `not_found`. */
export async function listQrCodes(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ items: QrCode[] }> {
  const pkg = await findStoredPackage(context.db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  const codes = await listFiles(
    context.db,
    "leg",
    pkg.legs.map(({ id }) => id),
  );
  const items = pkg.legs.flatMap(({ id, legNumber }) => {
    const code = codes.find(({ ownerId }) => ownerId === id);
    return code === undefined ? [] : [toQrCode(context, code, { packageId, legNumber })];
  });
  return { items };
}

/**
 * A scanned QR code with its package and the facts on its label; the recipient is for those who print labels or see
 * contacts. Throws `not_found`.
 */
export async function readQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<QrLabel> {
  const { db } = context;
  const { person } = context.session;
  const { code, pkg, leg } = await findCode(db, input.qrCodeId);
  return {
    qrCode: toQrCode(context, code, { packageId: pkg.id, legNumber: leg.legNumber }),
    trackingNumber: pkg.trackingNumber,
    legCount: pkg.legs.length,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    weightGrams: pkg.finalWeightGrams ?? pkg.estimatedWeightGrams,
    isWeightFinal: pkg.finalWeightGrams !== null,
    recipient:
      mayUse(person, roleAccess.packing) || seesContacts(person)
        ? await findRecipient(db, pkg.id)
        : null,
    packageDestination: pkg.destination,
  };
}

/**
 * Deletes the QR code and its picture, so that labels with it no longer open anything; the leg can get a new code. Throws
 * `not_found`, also for a repeat.
 */
export async function deleteQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<Record<string, never>> {
  const { db } = context;
  const { qrCodeId } = input;
  const { code, pkg, leg } = await findCode(db, qrCodeId);
  const [packageId, legNumber] = [pkg.id, leg.legNumber];
  await lockAnyPackage(context, db, packageId);
  if ((await deleteFiles(db, [qrCodeId])).length === 0) throw apiError("not_found");
  await recordEvent(context, db, { packageId, legNumber, kind: "qr_code_deleted" });
  await context.auditOf(packageId, { before: { qrCodeId, legNumber } });
  context.afterCommit(() => removeFiles(context, [code]));
  return {};
}

/** The address that a camera reads. It holds nothing but the id, and opens the package for admins only. */
function scanUrl({ config }: Pick<AppServices, "config">, qrCodeId: string): string {
  return `${config.publicUrl}/scan/${qrCodeId}`;
}

/** The code with an address of its picture that expires. */
function toQrCode(
  services: FileServices,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
  leg: LegOfPackage,
): QrCode {
  return {
    ...leg,
    id,
    imageUrl: fileUrl(services, id, "file"),
    createdAt: createdAt.toISOString(),
  };
}
