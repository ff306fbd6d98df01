import { hasOpenSuggestions } from "#catalogue/server/suggestions/suggestions.ts";
import type { SetUpState } from "#office/contract/set-up.ts";
import {
  serviceSteps,
  warehouseSteps,
  type SetUpStep,
  type TickedStep,
} from "#office/rules/set-up.ts";
import { describeSettings } from "#office/server/settings/settings.ts";
import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readStoredSettings } from "#platform/server/settings/settings.ts";
import { getSetUpFacts, listTickedSteps, type SetUpFacts } from "./set-up-queries.ts";

/** Whether a real provider is in use, by a key that can be read. */
function hasKey({ source }: { readonly source: string }): boolean {
  return source === "settings" || source === "environment";
}

/** What the product knows of each step by itself. */
function knownSteps(
  settings: SettingsRecord,
  facts: SetUpFacts,
  hasSuggestions: boolean,
): Readonly<Record<SetUpStep, boolean>> {
  const missing = settings.missingOperatorDetails;
  return {
    operator: !missing.includes("OPERATOR_NAME") && !missing.includes("SUPPORT_EMAIL"),
    payments: hasKey(settings.payment),
    plans_and_rates: facts.areRatesChanged,
    staff: facts.hasStaff,
    address: facts.isWarehouseEntered,
    shelves: facts.hasShelves,
    suggestions: !hasSuggestions,
    number_ranges: facts.hasNumberRanges,
    staff_roles: facts.hasDeskRoles,
    tracking: hasKey(settings.tracking),
    test_parcel: facts.hasReceived,
    opening: facts.isWarehouseOpened,
  };
}

/** Which steps of the set-up are done; those of a warehouse once one was entered. */
export async function readSetUp(context: SignedInContext): Promise<SetUpState> {
  const { config, db, now } = context;
  const [stored, facts, ticked, hasSuggestions] = [
    await readStoredSettings(db),
    await getSetUpFacts(db, now()),
    new Set<SetUpStep>(await listTickedSteps(db)),
    await hasOpenSuggestions(context),
  ];
  const known = knownSteps(describeSettings(config, stored), facts, hasSuggestions);
  const progressOf = <Step extends SetUpStep>(step: Step) => {
    const isTicked = !known[step] && ticked.has(step);
    return { step, isDone: known[step] || isTicked, isTicked };
  };
  const service = serviceSteps.map(progressOf);
  return {
    service,
    warehouse: facts.isWarehouseEntered ? warehouseSteps.map(progressOf) : null,
    isWarehouseOffered: service.every(({ isDone }) => isDone) && !progressOf("address").isDone,
  };
}

/** Ticks off a step, or takes that back; one that is as wanted stays, without an entry in the audit log. */
export async function tickSetUpStep(
  context: SignedInContext,
  { step, isTicked }: { readonly step: TickedStep; readonly isTicked: boolean },
): Promise<SetUpState> {
  const wasTicked = (await listTickedSteps(context.db)).includes(step);
  const edit = context.edits({ isTicked: wasTicked }, { isTicked });
  if (edit !== null) await context.audit(edit);
  return await readSetUp(context);
}
