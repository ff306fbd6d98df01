// What the push sandbox stores: devices with their keys, and the messages that arrived for them.
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Device = {
  readonly id: string;
  /** The key of the server that may send to it, as base64url. */
  readonly serverKey: string;
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
  readonly authSecret: Buffer;
  /** What every message is answered; null: as a push service that works. */
  readonly answer: number | null;
};

export type ReceivedMessage = {
  readonly number: number;
  readonly deviceId: string;
  /** The decrypted text. */
  readonly text: string;
  readonly topic: string | null;
  readonly urgency: string;
  readonly ttlSeconds: number;
  /** ISO 8601 in UTC. */
  readonly receivedAt: string;
  /** How often it arrived: later ones with its topic replace it. */
  readonly arrivals: number;
};

const maxMessages = 5_000;

const schema = `
  create table if not exists devices (
    id text primary key,
    server_key text not null,
    private_key blob not null,
    public_key blob not null,
    auth_secret blob not null,
    answer integer
  ) strict;
  create table if not exists messages (
    number integer primary key autoincrement,
    device_id text not null references devices (id),
    text text not null,
    topic text,
    urgency text not null,
    ttl_seconds integer not null,
    received_at text not null,
    arrivals integer not null default 1,
    unique (device_id, topic)
  ) strict;
  create table if not exists settings (name text primary key, value integer) strict;
`;

const messageColumns = `number, device_id as "deviceId", text, topic, urgency, ttl_seconds as "ttlSeconds",
  received_at as "receivedAt", arrivals`;

export type PushStore = ReturnType<typeof openPushStore>;

function devicesIn(database: DatabaseSync) {
  const insertDevice = database.prepare(
    "insert into devices (id, server_key, private_key, public_key, auth_secret) values (?, ?, ?, ?, ?)",
  );
  const findDevice = database.prepare(
    `select id, server_key as "serverKey", private_key as "privateKey", public_key as "publicKey",
      auth_secret as "authSecret", answer from devices where id = ?`,
  );
  const updateAnswer = database.prepare("update devices set answer = ? where id = ?");
  const upsertAnswerOfAll = database.prepare(
    "insert into settings values ('answer', ?) on conflict (name) do update set value = excluded.value",
  );
  const findAnswerOfAll = database.prepare("select value from settings where name = 'answer'");
  return {
    /** A device whose messages only the server with this key may send. */
    addDevice(serverKey: string): Device {
      const pair = createECDH("prime256v1");
      const publicKey = pair.generateKeys();
      const privateKey = pair.getPrivateKey();
      const id = randomUUID();
      const authSecret = randomBytes(16);
      insertDevice.run(id, serverKey, privateKey, publicKey, authSecret);
      return { id, serverKey, privateKey, publicKey, authSecret, answer: null };
    },
    findDevice(id: string): Device | undefined {
      const row = findDevice.get(id) as Device | undefined;
      if (row === undefined) return undefined;
      const { privateKey, publicKey, authSecret } = row;
      return {
        ...row,
        privateKey: Buffer.from(privateKey),
        publicKey: Buffer.from(publicKey),
        authSecret: Buffer.from(authSecret),
      };
    },
    /** What all devices answer, whatever their own answer is; null: each its own. */
    answerOfAll: () => (findAnswerOfAll.get()?.["value"] ?? null) as number | null,
    setAnswerOfAll: (status: number | null) => void upsertAnswerOfAll.run(status),
    setAnswer: (deviceId: string, status: number | null) => void updateAnswer.run(status, deviceId),
  };
}

function messagesIn(database: DatabaseSync) {
  const insertMessage = database.prepare(
    `insert into messages (device_id, text, topic, urgency, ttl_seconds, received_at) values (?, ?, ?, ?, ?, ?)
     on conflict (device_id, topic) do update set text = excluded.text, arrivals = arrivals + 1`,
  );
  const deleteOlder = database.prepare("delete from messages where number <= ?");
  const ofDevice = database.prepare(
    `select ${messageColumns} from messages where device_id = ? order by number desc limit ?`,
  );
  const ofAll = database.prepare(
    `select ${messageColumns} from messages order by number desc limit ?`,
  );
  return {
    addMessage(message: Omit<ReceivedMessage, "number" | "arrivals">): void {
      const { deviceId, text, topic, urgency, ttlSeconds, receivedAt } = message;
      const values = [deviceId, text, topic, urgency, ttlSeconds, receivedAt] as const;
      const { lastInsertRowid } = insertMessage.run(...values);
      deleteOlder.run(Number(lastInsertRowid) - maxMessages);
    },
    /** Newest first. */
    listMessages: ({ deviceId, limit }: { deviceId?: string | undefined; limit: number }) =>
      (deviceId === undefined
        ? ofAll.all(limit)
        : ofDevice.all(deviceId, limit)) as ReceivedMessage[],
  };
}

/** Opens or creates the SQLite file, which several processes may have open; the newest 5,000 messages are stored. */
export function openPushStore(dataFile: string) {
  mkdirSync(dirname(dataFile), { recursive: true });
  const database = new DatabaseSync(dataFile, { timeout: 10_000 });
  // A killed process loses nothing by it; a power cut may lose the last messages.
  database.exec("pragma journal_mode = wal; pragma synchronous = normal;");
  database.exec(schema);
  return { ...devicesIn(database), ...messagesIn(database), close: () => database.close() };
}
