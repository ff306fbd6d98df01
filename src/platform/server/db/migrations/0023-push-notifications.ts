import { sql, type Kysely } from "kysely";

/** Devices that are notified by push, and what was or is to be sent to each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_preferences
      drop constraint notification_preferences_channel_check,
      add constraint notification_preferences_channel_check check (channel in ('email', 'push'));

    create table push_subscriptions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id),
      session_id uuid not null unique references sessions (id) on delete cascade,
      endpoint text not null unique check (length(endpoint) <= 2000),
      keys_encrypted bytea not null,
      time_zone text not null,
      shows_details boolean not null default false,
      created_at timestamptz not null,
      last_ok_at timestamptz,
      failures integer not null default 0 check (failures >= 0)
    );
    comment on table push_subscriptions is
      'Browsers that are notified by push. Each ends with the session that subscribed it.';
    comment on column push_subscriptions.failures is 'Messages in a row that its push service refused.';
    create index push_subscriptions_of_user on push_subscriptions (user_id);

    create table push_messages (
      notification_id bigint not null references notifications (id) on delete cascade,
      subscription_id uuid not null references push_subscriptions (id) on delete cascade,
      state text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
      due_at timestamptz not null,
      attempts integer not null default 0 check (attempts >= 0),
      sent_at timestamptz,
      primary key (notification_id, subscription_id),
      check ((state = 'sent') = (sent_at is not null))
    );
    comment on column push_messages.state is
      'Dropped: it was read or turned off before it was sent, refused, or too old.';
    comment on column push_messages.due_at is
      'While it is being sent, a moment at which another process may try again if this one died.';
    create index push_messages_due on push_messages (due_at) where state = 'queued';
    create index push_messages_of_subscription on push_messages (subscription_id);
  `.execute(db);
}
