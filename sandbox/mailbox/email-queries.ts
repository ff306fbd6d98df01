// Keeps letters in a SQLite file that survives a killed process and may be open in several at once.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A kept letter. `number` grows with each arrival; `sentAt` is ISO 8601 UTC. */
export type Email = {
  number: number;
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
};

export type EmailStore = {
  add(message: Omit<Email, "number" | "sentAt">, sentAt: Date): void;
  newest(filter: { to?: string | undefined; before?: number | undefined; limit: number }): Email[];
  find(id: string): Email | undefined;
  close(): void;
};

const schema = `
  create table if not exists letters (
    number integer primary key autoincrement,
    id text not null unique,
    sender text not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    sent_at text not null
  ) strict;
  create index if not exists emails_by_recipient on letters (lower(recipient), number);
`;

const columns = `number, id, sender as "from", recipient as "to", subject, text, html, sent_at as "sentAt"`;

/** Opens or creates the file; of what arrives, the newest `kept` letters stay. */
export function createEmailStore(dataFile: string, stored: number): EmailStore {
  mkdirSync(dirname(dataFile), { recursive: true });
  const database = new DatabaseSync(dataFile, { timeout: 5000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  database.exec(schema);

  const insert = database.prepare(
    `insert into letters (id, sender, recipient, subject, text, html, sent_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
  );
  const oldestKept = database.prepare(
    `select number from letters order by number desc limit 1 offset ?`,
  );
  const deleteBefore = database.prepare(`delete from letters where number < ?`);
  const selectAll = database.prepare(
    `select ${columns} from letters where number < ? order by number desc limit ?`,
  );
  const selectByRecipient = database.prepare(
    `select ${columns} from letters where lower(recipient) = lower(?) and number < ?
     order by number desc limit ?`,
  );
  const selectOne = database.prepare(`select ${columns} from letters where id = ?`);

  return {
    add({ id, from, to, subject, text, html }, sentAt) {
      // Both in one write to disk; the lock at the beginning keeps two processes from clashing.
      database.exec("begin immediate");
      try {
        insert.run(id, from, to, subject, text, html, sentAt.toISOString());
        const oldest = oldestKept.get(stored - 1);
        if (oldest) deleteBefore.run(oldest["number"] ?? 0);
        database.exec("commit");
      } catch (error) {
        database.exec("rollback");
        throw error;
      }
    },
    newest({ to, before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows =
        to === undefined ? selectAll.all(before, limit) : selectByRecipient.all(to, before, limit);
      return rows as Email[];
    },
    find: (id) => selectOne.get(id) as Email | undefined,
    close: () => database.close(),
  };
}
