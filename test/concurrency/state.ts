// The whole state of a customer, here and at the provider, without ids and times, so that two customers compare equal.
import { sql } from "kysely";
import { callSandbox } from "#test/payment-sandbox.ts";
import type { Fixture } from "./fixture.ts";

/** Lists of texts, null where there is nothing. */
export type State = Readonly<Record<string, readonly string[] | null>>;

type List = { readonly data: readonly Record<string, unknown>[] };

async function databaseState({ app, customer: { userId } }: Fixture): Promise<State> {
  const list = (what: string, from: string) =>
    sql`(select jsonb_agg(what order by what) from (
      select concat_ws(' ', ${sql.raw(what)}) as what from ${sql.raw(from)}
    ) as listed)`;
  const { rows } = await sql<{ state: State }>`
    with own as (select ${userId}::uuid as id)
    select jsonb_build_object(
      'wallet', ${list("balance_cents, held_cents", "own join ledger_accounts on user_id = own.id")},
      'history', ${list("type, amount_cents, status", "own join transactions on user_id = own.id")},
      'holds', ${list("type, state, amount_cents, settled_cents", "own join holds on user_id = own.id")},
      'deposits', ${list("amount_cents, refunded_cents, debited_cents", "own join deposits on user_id = own.id")},
      'payouts', ${list("amount_cents, started_at is null, outcome", "own join payout_requests on user_id = own.id")},
      'profile', ${list(
        "full_name, subscription, package_quota, max_weight_grams, chosen_plan, closed_at is null",
        "own join profiles on profiles.id = own.id",
      )},
      'subscriptions', ${list(
        // How an ended subscription was to end makes no difference.
        "provider_status, plan, next_plan, grants_plan, is_live, rejected_at is null, is_live and cancels_at_period_end",
        "own join subscriptions on user_id = own.id",
      )},
      'checkouts', ${list("plan, state", "own join subscription_checkouts on user_id = own.id")},
      'months', ${list(
        "complimentary_plan, used_packages, adjustment_packages, is_current",
        "own join plan_periods on user_id = own.id",
      )},
      'payments', ${list(
        "plan, amount_cents",
        "own join plan_periods on user_id = own.id join plan_payments on period_id = plan_periods.id",
      )},
      'packages', ${list(
        "tracking_number, status, stage, parcels_count, parcels_here_count, quota_returned_at is null",
        "own join packages on user_id = own.id",
      )},
      'legs', ${list(
        "packages.tracking_number, leg_number, shipping_legs.status, shipping_legs.carrier",
        "own join packages on user_id = own.id join shipping_legs on package_id = packages.id",
      )},
      'parcels', ${list(
        "parcels.tracking_number, state, packages.tracking_number",
        "own join inbound_parcels parcels on parcels.user_id = own.id left join packages on packages.id = package_id",
      )},
      'requests', ${list(
        "state, waiting_reason, payment_mode, service_code, cap_cents",
        "own join ship_requests on user_id = own.id",
      )},
      'orders', ${list("code, state, price_cents", "own join extra_service_requests on user_id = own.id")},
      'cases', ${list("state, granted_cents, transaction_id is null", "own join cases on user_id = own.id")},
      'record', ${list("action", "own join audit_log on target = own.id::text and error_code is null")}
    ) as state
  `.execute(app.database.kysely);
  return withoutFreshNumbers(rows[0]?.state ?? {});
}

/** Goods to send have a number of their own for every customer, of which each has one. */
function withoutFreshNumbers(state: State): State {
  const lists = Object.entries(state).map(([about, list]) => [
    about,
    list?.map((text) => text.replaceAll(/\bSF4(\d{6})\1\b/g, "SF4")) ?? null,
  ]);
  return Object.fromEntries(lists) as State;
}

function textOf(object: Record<string, unknown>, fields: readonly string[]): string {
  return fields.map((field) => String(object[field])).join(" ");
}

async function providerState({ app, customer: { userId } }: Fixture): Promise<State> {
  const customer = await app.database.kysely
    .selectFrom("providerCustomers")
    .select("customerId")
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (customer === undefined) return {};
  const list = async (path: string, fields: readonly string[]) => {
    const { data } = (await callSandbox(
      app,
      `${path}customer=${customer.customerId}&limit=100`,
    )) as List;
    return data.map((object) => textOf(object, fields)).toSorted();
  };
  const subscriptions = (await callSandbox(
    app,
    `subscriptions?status=all&customer=${customer.customerId}&limit=100`,
  )) as {
    data: {
      status: string;
      cancel_at_period_end: boolean;
      items: { data: { price: { unit_amount: number } }[] };
    }[];
  };
  return {
    providerSubscriptions: subscriptions.data
      .map(({ status, cancel_at_period_end: isEnding, items }) =>
        status === "canceled"
          ? status
          : [status, isEnding, items.data[0]?.price.unit_amount].join(" "),
      )
      .toSorted(),
    providerInvoices: await list("invoices?", ["status", "amount_due", "amount_paid"]),
    providerCharges: await list("charges?", ["amount", "amount_refunded"]),
    providerCheckouts: await list("checkout/sessions?", [
      "mode",
      "status",
      "payment_status",
      "amount_total",
    ]),
  };
}

/** The state of a fixture's customer, by subject. */
export async function stateOf(fixture: Fixture): Promise<State> {
  return { ...(await databaseState(fixture)), ...(await providerState(fixture)) };
}
