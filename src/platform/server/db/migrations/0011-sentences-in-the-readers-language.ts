import { sql, type Kysely } from "kysely";

const knownReason =
  "Hong Kong Post takes no items that contain goods to the United States, since duty-free entry ended there. Documents are still taken.";

const knownTranslations = {
  "zh-Hant-HK": {
    reason:
      "由於美國已取消小額貨物的免稅入境安排，香港郵政暫停收寄寄往美國而載有物品的郵件。文件仍可寄遞。",
    source: "新聞報道引述香港郵政 2025年4月16日的公布；暫未有恢復收寄的消息。",
  },
  "zh-Hans": {
    reason: "因美国取消小额货物免税入境，香港邮政暂停收寄寄往美国的物品类邮件。文件仍可寄递。",
    source: "新闻报道引述香港邮政 2025年4月16日的公告；尚未见到恢复收寄的消息。",
  },
};

/** The suspensions that the product was released with. */
async function translateKnownSuspensions(db: Kysely<unknown>): Promise<void> {
  // Servers start again after a migration, so open pages need not learn of it.
  await sql`alter table suspended_lanes disable trigger suspended_lanes_record_changes`.execute(db);
  await sql`
    update suspended_lanes set translations = ${JSON.stringify(knownTranslations)}::text::jsonb
      where suspended_by is null and reason = ${knownReason}
  `.execute(db);
  await sql`alter table suspended_lanes enable trigger suspended_lanes_record_changes`.execute(db);
}

/**
 * What was stored as an English sentence is stored as facts: findings of reconciliations, and the reasons of the
 * suspensions that came with the product. Deposits remember the language of their checkout, since the provider rejects a
 * repeated request with other words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits add column language text not null default 'en'
      check (language in ('en', 'zh-Hant-HK', 'zh-Hans'));
    comment on column deposits.language is 'In which the checkout describes the payment.';

    alter table suspended_lanes add column translations jsonb not null default '{}'
      check (jsonb_typeof(translations) = 'object');
    comment on column suspended_lanes.translations is
      'Reason and source by language; the columns are in English, and stand for what is missing.';
  `.execute(db);
  await translateKnownSuspensions(db);
  await sql`
    -- A finding whose sentence is not one of these keeps it.
    create function finding_facts(p_finding jsonb) returns jsonb language sql immutable
      return case
        when p_finding ->> 'kind' = 'deposit_credited' and p_finding ->> 'sentence' like 'Checkout %'
          then (p_finding - 'sentence') || '{"kind": "checkout_credited"}'
        when p_finding ->> 'kind' in (
            'deposit_credited', 'deposit_ended', 'invoice_counted', 'subscription_renewed', 'reversal_booked',
            'reversal_not_booked', 'unknown_deposit')
          and position(p_finding ->> 'subject' in p_finding ->> 'sentence') > 0
          then p_finding - 'sentence'
        when p_finding ->> 'kind' in ('paid_twice', 'amount', 'not_credited', 'not_at_provider', 'refund_not_debited')
          and p_finding ->> 'sentence' ~* '\\mdeposit [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\M'
          then (p_finding - 'sentence') || jsonb_build_object('depositId',
            substring(p_finding ->> 'sentence' from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'))
        else p_finding
      end;
    create function findings_facts(p_findings jsonb) returns jsonb language sql immutable
      return coalesce(
        (select jsonb_agg(finding_facts(finding) order by number)
          from jsonb_array_elements(p_findings) with ordinality as findings (finding, number)), '[]');
    update reconciliations set repairs = findings_facts(repairs), differences = findings_facts(differences)
      where repairs <> '[]' or differences <> '[]';
    drop function findings_facts(jsonb);
    drop function finding_facts(jsonb);
  `.execute(db);
}
