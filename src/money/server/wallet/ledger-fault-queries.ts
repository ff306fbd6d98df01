import { sql } from "kysely";
import { toLedgerFault, type FaultRow, type LedgerFault } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";

/**
 * Every violated invariant. With `userIds` only these users' wallets and transfers are checked, which
 * stays quick while the ledger grows.
 */
export async function listLedgerFaults(
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  const { rows } = await sql<FaultRow>`
    with wallets as (
      select * from ledger_accounts
      where kind = 'wallet' and (${userIds}::uuid[] is null or user_id = any(${userIds}::uuid[]))
    ), transfers as (
      select t.*, w.user_id from ledger_transfers t join wallets w on w.id = t.wallet_id
    ), entries as (
      select e.*, w.id is not null as of_wallet,
        lag(e.balance_cents, 1, 0) over (partition by e.account_id order by e.version) as before_cents
      from ledger_entries e
      join transfers t on t.id = e.transfer_id
      left join wallets w on w.id = e.account_id
    ), by_wallet as (
      select w.id, w.balance_cents, w.version, w.user_id,
        coalesce(sum(e.change_cents), 0) as total, count(e.version) as counted,
        coalesce(max(e.version), 0) as newest,
        coalesce((array_agg(e.balance_cents order by e.version desc))[1], 0) as newest_cents,
        coalesce(min(e.balance_cents), 0) as lowest_cents
      from wallets w left join entries e on e.account_id = w.id
      group by w.id, w.balance_cents, w.version, w.user_id
    ), by_transfer as (
      select t.id, t.transaction_id, t.user_id, count(e.account_id) as counted,
        coalesce(sum(e.change_cents), 0) as total,
        max(e.change_cents) filter (where e.of_wallet) as wallet_change
      from transfers t left join entries e on e.transfer_id = t.id
      group by t.id, t.transaction_id, t.user_id
    )
    select 'entries_not_balanced' as code, jsonb_build_object('currency', t.currency, 'total', sum(e.change_cents)) as values
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where ${userIds}::uuid[] is null
      group by t.currency having sum(e.change_cents) <> 0
    union all select 'entries_without_transfer', jsonb_build_object('transferId', e.transfer_id)
      from ledger_entries e left join ledger_transfers t on t.id = e.transfer_id
      where ${userIds}::uuid[] is null and t.id is null
    union all select 'transfer_not_balanced', jsonb_build_object('transferId', b.id, 'count', b.counted, 'total', b.total)
      from by_transfer b left join transactions t on t.id = b.transaction_id
      where b.total <> 0 or b.counted <> case when t.type = 'subscription' then 0 else 2 end
    union all select 'balance_differs', jsonb_build_object(
        'walletId', id, 'balance', balance_cents, 'total', total, 'newest', newest_cents)
      from by_wallet where balance_cents <> total or balance_cents <> newest_cents
    union all select 'entry_does_not_follow', jsonb_build_object('version', version, 'walletId', account_id)
      from entries where of_wallet and balance_cents <> before_cents + change_cents
    union all select 'version_differs', jsonb_build_object(
        'walletId', id, 'version', version, 'count', counted, 'newest', newest)
      from by_wallet where version <> counted or version <> newest
    union all select 'overdrawn', jsonb_build_object('walletId', id, 'lowest', lowest_cents)
      from by_wallet w where lowest_cents < 0 and not exists (
        select from transactions t where t.user_id = w.user_id and t.type = 'dispute')
    union all select 'holds_differ', jsonb_build_object('walletId', w.id, 'held', w.held_cents, 'total', coalesce(h.total, 0))
      from wallets w left join (
        select user_id, sum(amount_cents) as total from holds where state = 'held' group by user_id
      ) h on h.user_id = w.user_id
      where w.held_cents <> coalesce(h.total, 0)
    union all select 'several_transfers', jsonb_build_object('transactionId', transaction_id, 'count', count(*))
      from transfers group by transaction_id having count(*) > 1
    union all select 'transfer_differs', jsonb_build_object('transferId', b.id)
      from by_transfer b left join transactions t on t.id = b.transaction_id
      where t.id is null or t.status <> 'completed' or t.user_id <> b.user_id
        or t.amount_cents <> abs(b.wallet_change)
    union all select 'transfer_missing', jsonb_build_object('transactionId', t.id)
      from transactions t left join transfers l on l.transaction_id = t.id
      where t.status = 'completed' and l.id is null
        and (${userIds}::uuid[] is null or t.user_id = any(${userIds}::uuid[]))
  `.execute(db);
  return rows.map(toLedgerFault);
}

/** The same for holds and what they pay, and for the platform accounts of payouts, extra services and storage. */
export async function listHoldFaults(
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  const { rows } = await sql<FaultRow>`
    select 'hold_differs' as code, jsonb_build_object('holdId', h.id) as values
      from holds h left join transactions t on t.id = h.transaction_id
      where (${userIds}::uuid[] is null or h.user_id = any(${userIds}::uuid[])) and (
        t.id is null or t.type <> h.type or t.amount_cents <> h.amount_cents or t.user_id <> h.user_id
        or t.status <> case h.state
          when 'held' then 'pending' when 'settled' then 'completed' else 'canceled' end
        -- A fee that staff held by hand may be settled at another amount.
        or (h.settled_cents <> h.amount_cents and (h.type <> 'shipping_fee' or h.ship_request_id is not null)))
    union all select 'payout_differs', jsonb_build_object('holdId', h.id)
      from holds h left join payout_requests p on p.hold_id = h.id
      where h.type = 'payout' and (${userIds}::uuid[] is null or h.user_id = any(${userIds}::uuid[])) and (
        p.id is null or p.amount_cents <> h.amount_cents or p.user_id <> h.user_id
        or (h.state = 'held') <> (p.settled_at is null)
        or (h.state = 'settled') <> (p.outcome is not distinct from 'paid'))
    union all select 'wrong_account', jsonb_build_object(
        'transferId', l.id, 'type', t.type, 'account', a.kind)
      from ledger_transfers l
      join ledger_accounts w on w.id = l.wallet_id
      join transactions t on t.id = l.transaction_id
      join ledger_entries e on e.transfer_id = l.id
      join ledger_accounts a on a.id = e.account_id and a.kind <> 'wallet'
      where (${userIds}::uuid[] is null or w.user_id = any(${userIds}::uuid[]))
        and ((t.type = 'payout') <> (a.kind = 'payouts')
          or (t.type = 'compensation') <> (a.kind = 'goodwill')
          or (t.type = 'service_fee' and a.kind <> 'services')
          or (t.type = 'storage_fee' and a.kind <> 'storage')
          or (a.kind in ('services', 'storage') and t.type not in ('service_fee', 'storage_fee', 'refund')))
  `.execute(db);
  return rows.map(toLedgerFault);
}

/** The next users with a wallet after `afterId`, at most `limit`. */
export async function listWalletOwners(
  db: Db,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("ledgerAccounts")
    .select("userId")
    .where("kind", "=", "wallet")
    .$if(afterId !== null, (query) => query.where("userId", ">", afterId))
    .orderBy("userId")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => row.userId ?? []);
}

/** The sum of the entries of all accounts in cents, by currency; anything but 0 is a fault. */
export async function listLedgerSums(db: Db): Promise<{ currency: string; total: string }[]> {
  const { rows } = await sql<{ currency: string; total: string }>`
    select 'USD' as currency, coalesce(sum(change_cents), 0)::text as total from ledger_entries
  `.execute(db);
  return rows;
}
