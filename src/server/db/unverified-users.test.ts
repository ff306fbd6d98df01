// Shows that whoever had signed up before there were pending registrations keeps a working link, and nobody else is moved.
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { asOwner, testDatabase } from "#testing/database.ts";
import type { Database } from "./open.ts";
import { up } from "./migrations/0030-pending-registrations.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

test("Unverified sign-ups become pending registrations; verified, moved and suspended users stay", async () => {
  const kept = await asOwner(database, async (db) => {
    await sql`drop table pending_registrations`.execute(db);
    const { rows } = await sql<{ id: string; email: string }>`
      insert into users (name, email, email_verified) values
        ('Li Na', 'fresh@example.com', false), ('Li Na', 'linkless@example.com', false),
        ('Mei Chan', 'verified@example.com', true), ('Mei Chan', 'moved@example.com', false),
        ('Mei Chan', 'suspended@example.com', false), ('Mei Chan', 'wallet@example.com', false)
      returning id, email
    `.execute(db);
    const idOf = (name: string) => rows.find(({ email }) => email.startsWith(name))?.id ?? "";
    await sql`
      insert into accounts (user_id, account_id, provider_id, password)
      select id, id::text, 'credential', 'salt:' || email from users
    `.execute(db);
    await sql`update profiles set chosen_plan = 'Super' where id = ${idOf("fresh")}`.execute(db);
    await sql`update profiles set suspended_at = now(), suspension_reason = 'x' where id = ${idOf("suspended")}`.execute(
      db,
    );
    await sql`
      insert into audit_log (action, target) values ('people.updateUser', ${idOf("moved")})
    `.execute(db);
    await recordTransaction(db, {
      idempotencyKey: "a present",
      userId: idOf("wallet"),
      type: "admin_credit",
      amountCents: 100,
      at: new Date(),
    });
    const hash = createHash("sha256").update("the token").digest("base64url");
    await sql`
      insert into verifications (identifier, value, expires_at)
      values (${`verify-email:${hash}`}, ${idOf("fresh")}, now() + interval '1 hour')
    `.execute(db);
    await up(db as unknown as Kysely<unknown>);
    const { rows: left } = await sql<{ name: string }>`
      select split_part(email, '@', 1) as name from users join profiles using (id, email)
      where closed_at is null order by email
    `.execute(db);
    return left.map(({ name }) => name);
  });
  expect(kept).toEqual(["moved", "suspended", "verified", "wallet"]);
  const moved = await asOwner(database, (db) =>
    db.selectFrom("pending_registrations").selectAll().orderBy("email").execute(),
  );
  expect(moved).toMatchObject([
    {
      email: "fresh@example.com",
      full_name: "Li Na",
      password_hash: "salt:fresh@example.com",
      chosen_plan: "Super",
      token_hash: createHash("sha256").update("the token").digest(),
    },
    { email: "linkless@example.com", chosen_plan: null, token_hash: null },
  ]);
});
