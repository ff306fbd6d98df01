import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase, type Database, type Db } from "#platform/server/db/open.ts";
import { migrateDatabase } from "#app/server/serve.ts";
import {
  addressOfDatabase,
  asOwner,
  ownersAddress,
  silentLog,
  testDatabase,
} from "#test/database.ts";
import { withLogin, openForApplication } from "./open-for-application.ts";
import { passwordOf, roleNameFor } from "./make-role.ts";

const secret = "a secret of these tests alone";
const run = (db: Db, statement: string) => sql.raw(statement).execute(db);

type Who = { readonly current: string; readonly session: string };

async function whoIs({ kysely }: Database): Promise<Who | undefined> {
  const { rows } = await sql<Who>`
    select current_user::text as current, session_user::text as session
  `.execute(kysely);
  return rows[0];
}

/** Opens the database as a server does and closes it: its role, and its warnings. */
async function start(ownersUrl: string, ownSecret = secret) {
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  const owner = openDatabase({ url: ownersUrl, log: silentLog, poolSize: 1 });
  const database = await openForApplication(owner, { secret: ownSecret, log });
  await owner.close();
  const who = await whoIs(database);
  const posted = await post(database.kysely);
  await database.close();
  return { who, warnings, posted };
}

async function post(db: Db): Promise<unknown> {
  const { rows } = await sql<{ id: string }>`
    insert into users (name, email) values ('Mei', ${`${randomUUID()}@example.com`}) returning id
  `.execute(db);
  const posting = await sql<{ outcome: string }>`
    insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
    values (${randomUUID()}, '{}', ${rows[0]?.id}, 'deposit', 500, '{}', now()) returning outcome
  `.execute(db);
  return posting.rows[0]?.outcome;
}

const applied = { warnings: [], posted: "applied" };

describe("the application's role", () => {
  let database: Database;

  beforeAll(async () => {
    database = await testDatabase();
    return () => database.close();
  });

  test.each([
    ...["ledger_accounts", "ledger_entries", "ledger_transfers", "audit_log"].flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
    ]),
    "update ledger_accounts set balance_cents = 1",
    "update ledger_entries set change_cents = 1",
    "update ledger_transfers set created_at = now()",
    "update audit_log set reason = ''",
    "insert into ledger_accounts (kind) values ('provider')",
    "insert into ledger_entries select 1, gen_random_uuid(), 5",
    `insert into ledger_transfers (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values ('x', '', gen_random_uuid(), gen_random_uuid(), 1, now())`,
    "update transactions set amount_cents = 1",
    "delete from transactions",
    "delete from holds",
    "delete from kysely_migration",
    "select from ledger_accounts for update",
    "drop trigger ledger_entries_prevent_change on ledger_entries",
    "set session_replication_role = replica",
    "create table boxes (id int)",
    "create temporary table boxes (id int)",
    "create table pgboss.boxes (id int)",
    "create function empty() returns void language sql return null",
    "set role pg_database_owner",
  ])("L8: is rejected by rights: %s", async (statement) => {
    await expect(run(database.kysely, statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("completes no transaction through a trigger of its own, even with a right to create one", async () => {
    const database_ = new URL(database.url).pathname.slice(1);
    await asOwner(database, (db) =>
      run(db, `grant temporary on database "${database_}" to public`),
    );
    const forging = run(
      database.kysely,
      `create temporary table boxes (id int);
      create function pg_temp.forge() returns trigger language plpgsql as $$
      begin
        insert into public.transactions (user_id, type, amount_cents, status, created_at, metadata)
        values (gen_random_uuid(), 'deposit', 500, 'completed', now(), '{}');
        return null;
      end $$;
      create trigger forging after insert on boxes for each row execute function pg_temp.forge();
      insert into boxes values (1)`,
    );
    await expect(forging).rejects.toMatchObject({ code: "23001" });
  });

  test("loses rights that were granted to everybody as soon as a server starts", async () => {
    const ownersUrl = ownersAddress(database);
    await asOwner(database, (db) => run(db, "grant all on ledger_entries, audit_log to public"));
    const starts = await Promise.all([start(ownersUrl), start(ownersUrl), start(ownersUrl)]);
    const role = roleNameFor(new URL(database.url).pathname.slice(1));
    for (const one of starts) {
      expect(one).toEqual({ who: { current: role, session: role }, ...applied });
    }
    await expect(run(database.kysely, "delete from audit_log")).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("signs in again after a change of SECRET, as after a restore", async () => {
    const ownersUrl = ownersAddress(database);
    const role = roleNameFor(new URL(database.url).pathname.slice(1));
    const who = { current: role, session: role };
    expect(await start(ownersUrl, "another secret")).toEqual({ who, ...applied });
    expect(await start(ownersUrl)).toEqual({ who, ...applied });
  });
});

describe("under an owner that is no superuser", () => {
  const { url: serverUrl, prefix } = inject("postgresForTests");
  const name = `${prefix}${randomBytes(6).toString("hex")}`;
  const plain = `owner_of_${name}`;
  const role = roleNameFor(name);
  const ownersUrl = withLogin(addressOfDatabase(serverUrl, name), plain, "a password");

  async function onServer(...statements: string[]): Promise<void> {
    await asSuperuser(serverUrl, statements);
  }

  async function asSuperuser(url: string, statements: readonly string[]): Promise<void> {
    const server = openDatabase({ url, log: silentLog, poolSize: 1 });
    for (const statement of statements) await run(server.kysely, statement);
    await server.close();
  }

  beforeAll(async () => {
    await onServer(
      `create role ${plain} login password 'a password'`,
      `create database ${name} owner ${plain} template template0 encoding 'UTF8'`,
    );
    const owner = openDatabase({ url: ownersUrl, log: silentLog, poolSize: 1 });
    await migrateDatabase(owner, silentLog);
    await owner.close();
  });

  afterAll(async () => {
    await onServer(
      `drop database ${name} with (force)`,
      `drop role if exists ${role}`,
      `drop role ${plain}`,
    );
  });

  test("the database is used as its owner, which the log says once", async () => {
    expect(await start(ownersUrl)).toEqual({
      who: { current: plain, session: plain },
      warnings: [{ reason: `There is no role ${role}, and it may not be created` }],
      posted: "applied",
    });
  });

  test("a role created by hand that the owner may set is set by every connection", async () => {
    await onServer(`create role ${role} nologin`, `grant ${role} to ${plain}`);
    expect(await start(ownersUrl)).toEqual({ who: { current: role, session: plain }, ...applied });
  });

  test("an existing one with more rights than an application should have is not used", async () => {
    await onServer(`alter role ${role} createrole`);
    expect(await start(ownersUrl)).toMatchObject({
      who: { current: plain, session: plain },
      warnings: [{ reason: `The role ${role} has more rights than an application should` }],
    });
  });

  test("an owner that may create roles creates one, and sets it where it cannot sign in", async () => {
    await asSuperuser(addressOfDatabase(serverUrl, name), [`drop owned by ${role}`]);
    await onServer(`drop role ${role}`, `alter role ${plain} createrole`);
    expect(await start(ownersUrl)).toEqual({ who: { current: role, session: role }, ...applied });
    await onServer(`alter role ${role} nologin`);
    expect(await start(ownersUrl)).toEqual({ who: { current: role, session: plain }, ...applied });
  });
});

test("names and passwords belong to one database and one secret", () => {
  expect(roleNameFor("sampan")).toBe("application_of_sampan");
  const long = roleNameFor("x".repeat(63));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(63);
  expect(roleNameFor(`y${"x".repeat(62)}`)).not.toBe(long);
  expect(passwordOf(secret, "one")).toBe(passwordOf(secret, "one"));
  expect(passwordOf(secret, "one")).not.toBe(passwordOf(secret, "other"));
  expect(passwordOf(secret, "one")).not.toBe(passwordOf("another secret", "one"));
});
