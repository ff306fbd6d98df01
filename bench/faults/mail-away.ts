// F14: stops the mail server during registrations and restarts the server: `node bench/faults/mail-away.ts [EMAILS]`.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { clearLimits } from "#test/crashes/crash-loop.ts";
import { serverProcess } from "#test/crashes/server-process.ts";
import { ask, conclude, countGiven, say, until } from "./report.ts";

const emails = countGiven(240);
/** How often each address was written to. */
const arrived = new Map<string, number>();
let isRejecting = false;

function openMailServer(): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onMailFrom(_address, _session, answer) {
      const busy = Object.assign(new Error("Busy, try again later"), { responseCode: 451 });
      answer(isRejecting ? busy : null);
    },
    onData(stream, session, answer) {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of session.envelope.rcptTo) {
          arrived.set(address, (arrived.get(address) ?? 0) + 1);
        }
        answer();
      });
    },
  });
}

async function listenAt(port: number): Promise<SMTPServer> {
  const mailServer = openMailServer();
  mailServer.on("error", () => undefined);
  mailServer.listen(port, "127.0.0.1");
  await once(mailServer.server, "listening");
  return mailServer;
}

let mailServer = await listenAt(0);
const { port } = mailServer.server.address() as AddressInfo;
const close = () => new Promise<void>((resolve) => mailServer.close(() => resolve()));
const server = await serverProcess(null, { settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
const wrong: string[] = [];
let registered = 0;

async function register(count: number): Promise<void> {
  const headers = { origin: server.address, "content-type": "application/json" };
  for (let more = count; more > 0; more -= 1) {
    const email = `user-${registered}@example.com`;
    const body = JSON.stringify({ fullName: "Li Wei", email, password: "a calm harbour at dusk" });
    const { status } = await ask(`${server.address}/api/sign-up`, {
      method: "POST",
      headers,
      body,
    });
    if (status !== 200) wrong.push(`A registration was answered ${status}`);
    registered += 1;
    if (registered % 20 === 0) await clearLimits(server);
  }
}

try {
  await server.start();
  const third = Math.ceil(emails / 3);
  await register(third);
  await close();
  await register(third);
  await pause(3_000);
  const meanwhile = arrived.size;
  await server.kill();
  await server.start();
  isRejecting = true;
  mailServer = await listenAt(port);
  await register(third);
  await pause(2_000);
  await server.end();
  await server.start();
  await pause(2_000);
  isRejecting = false;
  const milliseconds = await until(
    "every email",
    async () => arrived.size >= registered,
    180_000,
  ).catch(() => 180_000);
  await pause(2_000);
  for (let number = 0; number < registered; number += 1) {
    const count = arrived.get(`user-${number}@example.com`) ?? 0;
    if (count !== 1) wrong.push(`user-${number} got ${count} emails`);
  }
  say(`the server was killed while mail was away, and ended and started while it refused`);
  say(`emails expected: ${registered}; sent before the mail server was back: ${meanwhile}`);
  say(`all of them ${Math.round(milliseconds / 100) / 10} s after it accepted mail again`);
} finally {
  await server.remove();
  await close();
}
conclude(wrong);
