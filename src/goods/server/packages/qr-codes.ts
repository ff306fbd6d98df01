import { randomUUID } from "node:crypto";
import type { QrCode, QrLabel } from "#goods/contract/admin-package-files.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { QrCodeRow } from "#goods/server/tables/packages.ts";
import { drawQrCode } from "#platform/server/adapters/files/draw-qr-code.ts";
import { insertCode, listCodes, findCode, deleteCode } from "./file-queries.ts";
import { newQrCodeKey, fileUrl } from "#platform/server/packages/files/stored-files.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import { recordEvent, seesContacts } from "./change-package.ts";
import { lockAnyPackage } from "./lock-packages.ts";
import { findStoredPackage, findRecipient } from "./package-queries.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

type LegOfPackage = { readonly packageId: string; readonly legNumber: number };

function requireLeg(pkg: Shipment | undefined, legNumber: number): asserts pkg {
  const leg = pkg?.legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) throw apiError("not_found");
}

async function findCodeOfLeg(db: Db, target: LegOfPackage): Promise<QrCodeRow | undefined> {
  const codes = await listCodes(db, target.packageId);
  return codes.find((code) => code.legNumber === target.legNumber);
}

/** Inserts the row; returns undefined when the leg got a code meanwhile. */
async function saveCode(
  context: SignedInContext,
  target: LegOfPackage,
  file: { readonly id: string; readonly path: string },
): Promise<QrCodeRow | undefined> {
  return await atomically(context.db, async (db) => {
    requireLeg(await lockAnyPackage(context, db, target.packageId), target.legNumber);
    if ((await findCodeOfLeg(db, target)) !== undefined) return undefined;
    const code = await insertCode(db, {
      ...file,
      packageId: target.packageId,
      legNumber: target.legNumber,
      createdBy: context.session.person.id,
      createdAt: context.now(),
    });
    await recordEvent(context, db, { ...target, kind: "qr_code_generated" });
    await recordAdminAction(context, db, {
      action: "packages.generateQrCode",
      target: target.packageId,
      after: { qrCodeId: code.id, legNumber: target.legNumber },
    });
    return code;
  });
}

/**
 * Returns the QR code of that leg, an address that opens the package for admins: the existing one, so that printed labels
 * stay valid, else a new one, stored as PNG. Throws `not_found`, and `busy` while too many codes are drawn.
 */
export async function generateQrCode(
  context: SignedInContext,
  input: LegOfPackage,
): Promise<QrCode> {
  const { db, files, now } = context;
  const pkg = await findStoredPackage(db, input.packageId);
  requireLeg(pkg, input.legNumber);
  await context.actsOn(db, "package", pkg.userId);
  const existing = await findCodeOfLeg(db, input);
  if (existing !== undefined) return toQrCode(context, existing);

  const file = { id: randomUUID(), path: newQrCodeKey(input.packageId, now()) };
  const picture = await context.queues.drawings.run(context.session.person.id, () =>
    drawQrCode(scanUrl(context, file.id)),
  );
  await files.put(file.path, picture, "image/png");
  let saved: QrCodeRow | undefined;
  try {
    saved = await saveCode(context, input, file);
  } finally {
    // A file that cannot be removed now must not hide why the code was not stored; a job removes it later.
    if (saved === undefined) await files.remove(file.path).catch(() => undefined);
  }
  const code = saved ?? (await findCodeOfLeg(db, input));
  if (code === undefined) throw apiError("conflict");
  return toQrCode(context, code);
}

/** The QR codes of a package's legs, by leg. Throws `not_found`. */
export async function listQrCodes(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{ items: QrCode[] }> {
  const { db } = context;
  if ((await findStoredPackage(db, input.packageId)) === undefined) throw apiError("not_found");
  const codes = await listCodes(db, input.packageId);
  return { items: codes.map((code) => toQrCode(context, code)) };
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
  const code = await findCode(db, input.qrCodeId);
  if (code === undefined) throw apiError("not_found");
  const pkg = await findStoredPackage(db, code.packageId);
  const leg = pkg?.legs.find(({ legNumber }) => legNumber === code.legNumber);
  if (pkg === undefined || leg === undefined) throw apiError("not_found");
  return {
    qrCode: toQrCode(context, code),
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
  const { db, files, log } = context;
  const { qrCodeId } = input;
  const code = await findCode(db, qrCodeId);
  if (code === undefined) throw apiError("not_found");
  await atomically(db, async (inner) => {
    await lockAnyPackage(context, inner, code.packageId);
    if ((await findCode(inner, qrCodeId)) === undefined) throw apiError("not_found");
    await deleteCode(inner, qrCodeId);
    await recordEvent(context, inner, {
      packageId: code.packageId,
      kind: "qr_code_deleted",
      legNumber: code.legNumber,
    });
    await recordAdminAction(context, inner, {
      action: "packages.deleteQrCode",
      target: code.packageId,
      before: { qrCodeId, legNumber: code.legNumber },
    });
  });
  try {
    await files.remove(code.path);
  } catch (error) {
    log.error({ error, qrCodeId }, "The file of a deleted QR code was left behind");
  }
  return {};
}

/** The address that a camera reads. It holds nothing but the id, and opens the package for admins only. */
function scanUrl({ config }: Pick<AppServices, "config">, qrCodeId: string): string {
  return `${config.publicUrl}/scan/${qrCodeId}`;
}

/** The code with an address of its picture that expires. */
function toQrCode(services: Pick<AppServices, "config" | "now">, row: QrCodeRow): QrCode {
  return {
    id: row.id,
    packageId: row.packageId,
    legNumber: row.legNumber,
    imageUrl: fileUrl(services, row.id, "code"),
    createdAt: row.createdAt.toISOString(),
  };
}
