import type { SettingsRecord, PublicSettings } from "#platform/contract/settings.ts";
import type { SignedInContext, Context, AppServices } from "#platform/server/context.ts";
import {
  readStoredSettings,
  lockStoredSettings,
  saveSwitch,
  type StoredSettings,
} from "#platform/server/settings/settings.ts";
import {
  isSandboxInUse,
  findSavedAccess,
  type PaymentAccess,
  describeAccess,
} from "#money/server/settings/payment-access.ts";
import { operatorDetails, type SettingName } from "#platform/rules/setting.ts";
import { recordOperatorAction } from "#platform/server/audit/record-audit.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { Config } from "#platform/server/config.ts";
import { productVersion } from "#platform/server/version.ts";
import {
  findSavedTrackingKey,
  describeTrackingAccess,
} from "#tracking/server/settings/tracking-access.ts";

/** Reads the database, not the cache. */
export async function readSettings({ config, db }: SignedInContext): Promise<SettingsRecord> {
  return describeSettings(config, await readStoredSettings(db));
}

export async function readPublicSettings({ config, settings }: Context): Promise<PublicSettings> {
  const stored = await settings.current();
  return {
    isSandbox: isSandboxInUse(config, stored),
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    isInMaintenance: stored.maintenanceMode,
    isRegistrationOpen: stored.allowNewRegistrations,
    hasWarehouse: await settings.hasWarehouse(),
  };
}

/**
 * This server applies the change from its next request on, every other one within a second. A setting that already has
 * the wanted value is left alone, without an entry in the audit log.
 */
export async function changeSetting(
  context: SignedInContext,
  input: { readonly setting: SettingName; readonly isEnabled: boolean },
): Promise<SettingsRecord> {
  const { setting, isEnabled } = input;
  const now = context.now();
  const { db } = context;
  const before = describeSettings(context.config, await lockStoredSettings(db));
  context.afterCommit(context.settings.invalidate);
  const edit = context.edits({ isEnabled: before[setting] }, { isEnabled });
  if (edit === null) return before;
  await saveSwitch(db, { setting, isEnabled, now });
  await context.audit(edit);
  context.log.info({ setting, isEnabled }, "Setting changed");
  return { ...before, [setting]: isEnabled };
}

/**
 * Turns maintenance mode on or off from the command line, for an operator who cannot sign in as an admin. Every running
 * server applies it within a second; the change is recorded in the audit log.
 */
export async function switchMaintenance(
  services: Pick<AppServices, "db" | "now">,
  { isEnabled }: { readonly isEnabled: boolean },
): Promise<"changed" | "unchanged"> {
  return await atomically(services.db, async (db) => {
    const { maintenanceMode } = await lockStoredSettings(db);
    if (maintenanceMode === isEnabled) return "unchanged";
    const now = services.now();
    await saveSwitch(db, { setting: "maintenanceMode", isEnabled, now });
    await recordOperatorAction(services, db, {
      action: "settings.changeSetting",
      target: "maintenanceMode",
      before: { isEnabled: maintenanceMode },
      after: { isEnabled },
      reason: "From the command line, by the operator",
    });
    return "changed";
  });
}

/** The keys that an admin saved, for commands; null where none is, or it was encrypted under another SECRET. */
export async function readSavedKeys(
  db: Db,
  config: Config,
): Promise<{
  readonly trackingKey: string | null;
  readonly paymentAccess: PaymentAccess | null;
}> {
  const stored = await readStoredSettings(db);
  return {
    trackingKey: findSavedTrackingKey(config, stored) ?? null,
    paymentAccess: findSavedAccess(config, stored) ?? null,
  };
}

function detailsOf(
  config: Config,
): Readonly<Record<(typeof operatorDetails)[number], string | null>> {
  return {
    OPERATOR_NAME: config.operatorName,
    OPERATOR_ADDRESS: config.operatorAddress,
    SUPPORT_EMAIL: config.supportEmail,
  };
}

/** The settings as admins see them: without secrets. */
export function describeSettings(config: Config, stored: StoredSettings): SettingsRecord {
  const {
    paymentAccessEncrypted: _payment,
    paymentVersion: _paymentVersion,
    trackingKeyEncrypted: _tracking,
    trackingVersion: _trackingVersion,
    ...switches
  } = stored;
  return {
    ...switches,
    payment: describeAccess(config, stored),
    tracking: describeTrackingAccess(config, stored),
    missingOperatorDetails: operatorDetails.filter((name) => detailsOf(config)[name] === null),
    programVersion: productVersion,
  };
}
