// The compiler does not see the SQL, so these tests compare what TypeScript says about the database with the database.
import { caseSnippets } from "#office/rules/case-snippet.ts";
import {
  carrierConfidences,
  inboundParcelEventKinds,
  inboundParcelSources,
  inboundParcelStates,
  parcelClaimStates,
} from "#goods/rules/inbound-parcel.ts";
import { hsCodeSources } from "#goods/rules/goods-item.ts";
import { goodsProofStates } from "#goods/rules/goods-proof.ts";
import { factConfidences } from "#catalogue/rules/dated-fact.ts";
import { goodsAnswers, ruledFlags } from "#catalogue/rules/goods-rule.ts";
import { goodsHints, stopWordLists } from "#goods/rules/goods-word.ts";
import {
  parcelRemovalGrounds,
  parcelRemovalKinds,
  parcelRemovalStates,
} from "#goods/rules/parcel-removal.ts";
import {
  packageStages,
  openShipRequestStates,
  shipRequestStates,
} from "#goods/rules/package-stage.ts";
import { warehouseKinds } from "#catalogue/rules/warehouse.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { extraServiceStates, extraServiceUnits } from "#catalogue/rules/extra-service.ts";
import { commerceTypes, shipmentCategories } from "#shipping/rules/declaration.ts";
import {
  packingImageKinds,
  paymentModes,
  quoteBases,
  quoteEnds,
  requestedParcelStates,
  shipRequestEventKinds,
  waitingReasons,
} from "#shipping/rules/ship-request.ts";
import { originCodes } from "#catalogue/rules/country.ts";
import {
  dutyPayers,
  deliveryUnits,
  customsForms,
  labelSources,
  serviceDuties,
  serviceModes,
  surchargeKinds,
  batteryKinds,
  goodsFlags,
} from "#catalogue/rules/shipping-service.ts";
import { displayCurrencies } from "#platform/rules/money.ts";
import { languages } from "#platform/rules/language.ts";
import { fileRules } from "#app/server/file-rules.ts";
import { imageTypes } from "#platform/server/adapters/files/image-limits.ts";
import { laneConfidences } from "#catalogue/rules/lane.ts";
import { forLegFields, type LegField } from "#goods/rules/leg-edit.ts";
import {
  holdStates,
  holdTypes,
  platformAccounts,
  transactionStatuses,
  transactionTypes,
} from "#money/rules/ledger.ts";
import { notificationKinds, optionalChannels } from "#notices/rules/notification.ts";
import { pushMessageStates } from "#notices/rules/push.ts";
import {
  carrierWeightStates,
  leftBehindReasons,
  manifestPackageStates,
  manifestStates,
} from "#shipping/rules/manifest.ts";
import { numberRangeKinds } from "#shipping/rules/number-range.ts";
import {
  parcelConditions,
  parcelImageKinds,
  receivingRecordKinds,
  scaleSources,
  stocktakeDifferenceKinds,
} from "#goods/rules/receiving.ts";
import {
  legStatuses,
  packageStatuses,
  storedPackageEventKinds,
} from "#tracking/rules/package-status.ts";
import { reconciliationCauses, storedEventStates, payoutOutcomes } from "#money/rules/payment.ts";
import { planCheckoutStates } from "#catalogue/rules/plan.ts";
import { labelNumberSources, shippingLabelStates } from "#shipping/rules/shipping-label.ts";
import { suggestionKinds } from "#catalogue/rules/suggestion.ts";
import { shippingServices } from "#catalogue/rules/shipping-rate.ts";
import { invitationStates } from "#people/rules/staff-invitation.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";
import {
  carrierMessageStates,
  trackerStates,
  trackingStages,
} from "#tracking/rules/tracking-stages.ts";
import { legStatusSources, trackingQuestions } from "#tracking/rules/tracking-rules.ts";
import { eventTimeConfidences } from "#tracking/rules/tracking-time.ts";
import { eventActors } from "#people/rules/event-actor.ts";
import type { EventSubjects } from "#people/server/db/events.ts";
import { tokenPurposes } from "#platform/rules/token-purpose.ts";
import {
  caseEvents,
  caseKinds,
  caseSenders,
  caseStates,
  caseSubjects,
} from "#office/rules/case.ts";
import { digestTopics, takeableStages } from "#office/rules/work-item.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { testDatabase } from "#test/database.ts";
import { sourceFiles } from "./source-files.ts";
import { planNames } from "#platform/rules/plan-name.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

describe("the row types", () => {
  test("are what the driver reads, for each type of column", async () => {
    const db = database.kysely;
    const at = new Date("2026-01-02T03:04:05.678Z");
    const { id: userId } = await db
      .insertInto("users")
      .values({ name: "Ada Lovelace", email: "ada@example.com" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const factor: RowOf<"twoFactors"> = {
      userId,
      secretEncrypted: Buffer.from([0, 255]),
      confirmedAt: null,
      lastStep: 9_007_199_254_740_993n,
      createdAt: at,
    };
    const rate: RowOf<"exchangeRates"> = {
      source: "test",
      day: "2026-01-02",
      currency: "USD",
      rate: "1.12345678",
      fetchedAt: at,
    };
    const times: RowOf<"laneTimes"> = {
      carrierCode: "dhl",
      service: "express",
      origin: "HK",
      destination: "US",
      month: "2026-01-01",
      daysHistogram: Array.from({ length: 61 }, () => 0),
      silenceHistogram: Array.from({ length: 61 }, (_none, day) => day),
    };
    const request: RowOf<"requests"> = {
      userId,
      key: randomUUID(),
      operation: "test",
      inputHash: randomBytes(32),
      answer: { items: [1, null, "two"], aSnake_case: true },
      createdAt: at,
    };
    await db.insertInto("twoFactors").values(factor).execute();
    await db.insertInto("exchangeRates").values(rate).execute();
    await db.insertInto("laneTimes").values(times).execute();
    const answer = JSON.stringify(request.answer);
    await db
      .insertInto("requests")
      .values({ ...request, answer })
      .execute();
    expect([
      await db.selectFrom("twoFactors").selectAll().executeTakeFirst(),
      await db.selectFrom("exchangeRates").selectAll().executeTakeFirst(),
      await db.selectFrom("laneTimes").selectAll().executeTakeFirst(),
      await db.selectFrom("requests").selectAll().executeTakeFirst(),
    ]).toEqual([factor, rate, times, request]);
  });

  test("know a type of core for every column with a list of values", () => {
    const written = sourceFiles("src/*/server/tables.ts").flatMap(({ text }) =>
      [...text.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)].flatMap(
        ([, table = "", columns = ""]) =>
          [...columns.matchAll(/^ {2}(\w+): .*\bstring\b/gm)].map(
            ([, column = ""]) => `${snakeCase(table).slice(1)}.${snakeCase(column)}`,
          ),
      ),
    );
    expect(written).toContain("packages.origin");
    // Modules above that of the table add to these.
    expect(written.filter((column) => Object.hasOwn(lists, column))).toEqual([
      "events.subject_kind",
      "files.content_type",
      "files.kind",
    ]);
  });
});

/** The kinds of events of each subject. */
const eventKinds: Readonly<Record<keyof EventSubjects, readonly string[]>> = {
  package: storedPackageEventKinds,
  inbound_parcel: inboundParcelEventKinds,
  ship_request: shipRequestEventKinds,
};

/** The list in core that each column with a fixed list of values has. */
const lists: Readonly<Record<string, readonly string[]>> = {
  "profiles.language": languages,
  "pending_registrations.language": languages,
  "emails.language": languages,
  "deposits.language": languages,
  "staff_roles.role": staffRoles,
  "staff_invitations.role": staffRoles,
  "staff_invitations.state": invitationStates,
  "admin_digests.topic": digestTopics,
  "labels.number_source": labelNumberSources,
  "labels.state": shippingLabelStates,
  "carrier_weights.state": carrierWeightStates,
  "manifest_packages.left_behind_reason": leftBehindReasons,
  "manifest_packages.state": manifestPackageStates,
  "manifests.state": manifestStates,
  "number_ranges.kind": numberRangeKinds,
  "holds.state": holdStates,
  "holds.type": holdTypes,
  "one_time_tokens.purpose": tokenPurposes,
  "packages.status": packageStatuses,
  "payout_requests.outcome": payoutOutcomes,
  "pending_registrations.chosen_plan": planNames,
  "plan_payments.plan": planNames,
  "plan_periods.complimentary_plan": planNames,
  "profiles.chosen_plan": planNames,
  "profiles.display_currency": displayCurrencies,
  "profiles.subscription": planNames,
  "inbound_parcels.carrier_confidence": carrierConfidences,
  "inbound_parcels.source": inboundParcelSources,
  "inbound_parcels.state": inboundParcelStates,
  "inbound_parcels.condition": parcelConditions,
  "inbound_parcels.battery": batteryKinds,
  "notifications.kind": notificationKinds,
  "notification_preferences.channel": optionalChannels,
  "push_messages.state": pushMessageStates,
  "storage_rates.plan": planNames,
  "inbound_parcel_claims.state": parcelClaimStates,
  "inbound_parcels.removal_asked": parcelRemovalKinds,
  "parcel_removals.kind": parcelRemovalKinds,
  "parcel_removals.ground": parcelRemovalGrounds,
  "parcel_removals.state": parcelRemovalStates,
  "goods_items.battery": batteryKinds,
  "goods_items.flags": goodsFlags,
  "goods_items.hs_code_source": hsCodeSources,
  "goods_proofs.state": goodsProofStates,
  "goods_rules.answer": goodsAnswers,
  "goods_rules.confidence": factConfidences,
  "goods_rules.flag": ruledFlags,
  "goods_rules.mode": serviceModes,
  "goods_words.flags": goodsHints,
  "goods_words.language": languages,
  "customs_data_rules.confidence": factConfidences,
  "customs_papers.form": customsForms,
  "sdr_rates.confidence": factConfidences,
  "stop_words.confidence": factConfidences,
  "stop_words.list": stopWordLists,
  "case_snippets.code": caseSnippets,
  "cases.subject": caseSubjects,
  "cases.kind": caseKinds,
  "cases.state": caseStates,
  "case_messages.event": caseEvents,
  "case_messages.sender": caseSenders,
  "work_assignments.kind": takeableStages,
  "files.content_type": [...Object.values(imageTypes), "application/pdf"],
  "files.kind": [
    "image",
    "qr_code",
    ...parcelImageKinds,
    "proof",
    ...packingImageKinds,
    "signature",
    "carrier_label",
  ],
  "files.owner_kind": Object.keys(fileRules),
  "stocktake_differences.kind": stocktakeDifferenceKinds,
  "trackers.state": trackerStates,
  "tracking_events.stage": trackingStages,
  "tracking_events.time_confidence": eventTimeConfidences,
  "carrier_messages.state": carrierMessageStates,
  "shipping_legs.staff_status": legStatuses,
  "shipping_legs.status_source": legStatusSources,
  "shipping_legs.question": trackingQuestions,
  "receiving_records.battery": batteryKinds,
  "receiving_records.condition": parcelConditions,
  "receiving_records.kind": receivingRecordKinds,
  "receiving_records.scale": scaleSources,
  "packages.stage": packageStages,
  "warehouses.kind": warehouseKinds,
  "provider_events.state": storedEventStates,
  "reconciliations.cause": reconciliationCauses,
  "shipping_legs.status": legStatuses,
  "subscription_checkouts.plan": planNames,
  "subscription_checkouts.state": planCheckoutStates,
  "subscriptions.next_plan": planNames,
  "subscriptions.plan": planNames,
  "service_surcharges.kind": surchargeKinds,
  "suggestions.kind": suggestionKinds,
  "shipping_services.currency": displayCurrencies,
  "shipping_services.delivery_unit": deliveryUnits,
  "duty_rules.payer": dutyPayers,
  "shipping_services.duty": serviceDuties,
  "shipping_services.label": labelSources,
  "shipping_services.mode": serviceModes,
  "shipping_services.origin_code": originCodes,
  "ship_requests.state": shipRequestStates,
  "ship_requests.waiting_reason": waitingReasons,
  "ship_requests.payment_mode": paymentModes,
  "ship_requests.category": shipmentCategories,
  "ship_requests.commerce_type": commerceTypes,
  "ship_request_parcels.state": requestedParcelStates,
  "events.subject_kind": Object.keys(eventKinds),
  "events.actor": eventActors,
  "quotes.basis": quoteBases,
  "quotes.ended": quoteEnds,
  "extra_services.per": extraServiceUnits,
  "extra_service_requests.state": extraServiceStates,
  "packages.ship_request_state": [...openShipRequestStates, "handed_over"],
  "lane_times.service": serviceModes,
  "suspended_lanes.confidence": laneConfidences,
  "suspended_lanes.service": shippingServices,
};

/** The lists that triggers check, by the column's name; a completed transaction comes with its entries. */
const listsOfTriggers: Readonly<Record<string, readonly string[]>> = {
  kind: ["wallet", ...platformAccounts],
  status: transactionStatuses.filter((status) => status !== "completed"),
  type: transactionTypes,
  against: ["provider", "services", "storage"],
};

function quoted(text: string): string[] {
  return [...text.matchAll(/'([^']+)'/g)].map(([, value = ""]) => value);
}

type Lists = Readonly<Record<string, readonly string[]>>;

/** The columns whose list of values is another one on the other side. */
function differingLists(stored: Lists, inCore: Lists): string[] {
  const textOf = (values: readonly string[] | undefined) => values?.toSorted().join() ?? "none";
  const columns = new Set([...Object.keys(stored), ...Object.keys(inCore)]);
  return [...columns].filter((column) => textOf(stored[column]) !== textOf(inCore[column]));
}

describe("the lists of values in the database", () => {
  test("are those of core", async () => {
    const { rows } = await sql<{ column: string; definition: string }>`
      select k.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and array[a.attnum] = k.conkey
      where k.contype = 'c' and k.connamespace = 'public'::regnamespace
        and pg_get_constraintdef(k.oid) ~ '(= ANY \\(+|<@ )ARRAY\\['
    `.execute(database.kysely);
    const stored = rows.map(({ column, definition }) => [column, quoted(definition)] as const);
    expect(differingLists(Object.fromEntries(stored), lists)).toEqual([]);
  });

  test("of the kinds of events are those of their subjects", async () => {
    const { rows } = await sql<{ subject: string; definition: string }>`
      select substr(conname, length('events_kind_of_') + 1) as subject, pg_get_constraintdef(oid) as definition
      from pg_constraint where conname like 'events_kind_of_%'
    `.execute(database.kysely);
    const stored = rows.map(({ subject, definition }) => [subject, quoted(definition)] as const);
    const inCore = Object.entries(eventKinds).map(([subject, kinds]) => {
      return [subject, [subject, ...kinds]] as const;
    });
    expect(differingLists(Object.fromEntries(stored), Object.fromEntries(inCore))).toEqual([]);
  });

  test("that triggers check are those of core", async () => {
    const { rows } = await sql<{ column: string; values: string }>`
      select match[1] as column, match[2] as values
      from pg_proc, regexp_matches(prosrc, 'new\\.(\\w+) not in \\(([^)]*)\\)', 'g') as match
      where pronamespace = 'public'::regnamespace
    `.execute(database.kysely);
    const stored = rows.map(({ column, values }) => [column, quoted(values)] as const);
    expect(differingLists(Object.fromEntries(stored), listsOfTriggers)).toEqual([]);
  });

  test("that differ are reported", () => {
    const stored = { "a.one": ["x", "y"], "a.two": ["x"], "a.three": quoted("'x', 'y'") };
    const inCore = { "a.one": ["y", "x"], "a.two": ["x", "z"], "a.four": ["x"] };
    expect(differingLists(stored, inCore)).toEqual(["a.two", "a.three", "a.four"]);
  });
});

test("the maximum lengths of a leg's texts are those of core", async () => {
  const { rows } = await sql<{ column: string; length: number }>`
    select a.attname as column,
      (regexp_match(pg_get_constraintdef(k.oid), 'char_length\\(\\w+\\) <= (\\d+)'))[1]::int as length
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and array[a.attnum] = k.conkey
    where k.conrelid = 'shipping_legs'::regclass and pg_get_constraintdef(k.oid) ~ 'char_length'
  `.execute(database.kysely);
  const maximumLengths = forLegFields<Record<LegField, number | null>>(
    (_name, { maximumLength }) => maximumLength,
  );
  expect(Object.fromEntries(rows.map(({ column, length }) => [column, length]))).toEqual(
    Object.fromEntries(
      Object.entries(maximumLengths)
        .filter(([, length]) => length !== null)
        .map(([name, length]) => [snakeCase(name), length]),
    ),
  );
});
