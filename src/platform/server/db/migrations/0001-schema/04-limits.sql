-- Attempts, for rate limits.

create table attempts (
  id bigint generated always as identity primary key,
  bucket text not null,
  attempted_at timestamptz not null default now()
);
create index attempts_bucket on attempts (bucket, attempted_at);

-- One statement, so that concurrent attempts hold connections only briefly.
create function count_attempt(
  p_bucket text, p_most integer, p_since timestamptz, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  -- Attempts over the limit are rejected without waiting for the lock.
  if (select count(*) from attempts where bucket = p_bucket and attempted_at > p_since) >= p_most then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_bucket, 0));
  delete from attempts where bucket = p_bucket and attempted_at <= p_since;
  if (select count(*) from attempts where bucket = p_bucket) >= p_most then
    return null;
  end if;
  insert into attempts (bucket, attempted_at) values (p_bucket, p_now) returning id into v_id;
  return v_id;
end $$;
comment on function count_attempt is
  'Adds an attempt to a bucket, or returns null when it has p_most since p_since. Exact under concurrency.';
