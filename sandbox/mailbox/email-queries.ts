import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Email = {
  /** Increases with each email. */
  number: number;
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601 in UTC. */
  sentAt: string;
};

export type EmailStore = {
  add(email: Omit<Email, "number" | "sentAt">, sentAt: Date): void;
  newest(filter: { to?: string | undefined; before?: number | undefined; limit: number }): Email[];
  find(id: string): Email | undefined;
  close(): void;
};

const schema = `
  create table if not exists emails (
    number integer primary key autoincrement,
    id text not null unique,
    sender text not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    sent_at text not null
  ) strict;
  create index if not exists emails_by_recipient on emails (lower(recipient), number);
`;

const columns = `number, id, sender as "from", recipient as "to", subject, text, html, sent_at as "sentAt"`;

/** Opens or creates the SQLite file, which several processes may have open; only the newest `maxEmails` are stored. */
export function createEmailStore(dataFile: string, maxEmails: number): EmailStore {
  mkdirSync(dirname(dataFile), { recursive: true });
  const database = new DatabaseSync(dataFile, { timeout: 5000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  database.exec(schema);

  const insertEmail = database.prepare(
    `insert into emails (id, sender, recipient, subject, text, html, sent_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
  );
  const findOldest = database.prepare(
    `select number from emails order by number desc limit 1 offset ?`,
  );
  const deleteBefore = database.prepare(`delete from emails where number < ?`);
  const listAll = database.prepare(
    `select ${columns} from emails where number < ? order by number desc limit ?`,
  );
  const listByRecipient = database.prepare(
    `select ${columns} from emails where lower(recipient) = lower(?) and number < ?
     order by number desc limit ?`,
  );
  const findById = database.prepare(`select ${columns} from emails where id = ?`);

  return {
    add({ id, from, to, subject, text, html }, sentAt) {
      // One transaction for both statements; "immediate" takes the write lock before another process can.
      database.exec("begin immediate");
      try {
        insertEmail.run(id, from, to, subject, text, html, sentAt.toISOString());
        const oldest = findOldest.get(maxEmails - 1);
        if (oldest) deleteBefore.run(oldest["number"] ?? 0);
        database.exec("commit");
      } catch (error) {
        database.exec("rollback");
        throw error;
      }
    },
    newest({ to, before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows =
        to === undefined ? listAll.all(before, limit) : listByRecipient.all(to, before, limit);
      return rows as Email[];
    },
    find: (id) => findById.get(id) as Email | undefined,
    close: () => database.close(),
  };
}
