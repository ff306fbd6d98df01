import { sql, type Kysely } from "kysely";

/** The weights that carriers' scales showed at the hand-over, and what staff found where one differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table carrier_weights (
      ship_request_id uuid primary key references ship_requests (id),
      manifest_id uuid not null references manifests (id),
      weight_grams integer not null check (weight_grams between 1 and 100000),
      packed_grams integer not null check (packed_grams >= 1),
      state text not null check (state in ('matches', 'differs', 'settled')),
      recorded_by uuid not null,
      recorded_at timestamptz not null,
      settled_by uuid,
      settled_at timestamptz,
      settled_reason text not null default '' check (char_length(settled_reason) <= 500),
      check ((state = 'settled') = (settled_at is not null) and (settled_at is null) = (settled_by is null))
    );
    comment on table carrier_weights is 'The weight of a package on the scale of its carrier; it changes no price.';
    comment on column carrier_weights.packed_grams is 'Our packed weight with which it was compared.';
    create index carrier_weights_open on carrier_weights (recorded_at, ship_request_id) where state = 'differs';

    create function record_carrier_weight_change() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id) values (null, 'manifest', new.manifest_id)
        on conflict do nothing;
      return null;
    end $$;
    create trigger carrier_weights_record_changes after insert or update on carrier_weights
      for each row execute function record_carrier_weight_change();
  `.execute(db);
}
