import { sql, type Kysely } from "kysely";

/** One table for what is answered to repeated requests, in place of columns in others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table requests (
      user_id uuid not null references profiles (id),
      key uuid not null,
      operation text not null,
      input_hash bytea not null check (octet_length(input_hash) = 32),
      answer jsonb,
      created_at timestamptz not null,
      primary key (user_id, key)
    );
    comment on table requests is
      'Requests with an idempotency key and what they were answered, kept for 48 hours, so that a repeat changes nothing.';
    comment on column requests.input_hash is 'SHA-256 of the checked input without the key.';
    comment on column requests.answer is
      'What is answered to a repeat, or the id of what is described to it again; null only within the transaction.';
    create index requests_by_age on requests (created_at);

    alter table packages drop column idempotency_key, drop column request_hash;
    alter table inbound_parcels drop column idempotency_key, drop column request_hash;
    alter table inbound_parcel_claims drop column idempotency_key, drop column request_hash;
    alter table ship_requests drop column idempotency_key, drop column request_hash, drop column closing_key;
    alter table ship_request_parcels drop column idempotency_key;
    alter table extra_service_requests drop column idempotency_key, drop column request_hash;
    alter table manifest_packages drop column idempotency_key;
  `.execute(db);
}
