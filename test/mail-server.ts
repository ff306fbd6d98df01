import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server on `port` (0: any) that accepts every email unless `options` say otherwise. */
export async function mailServer(port = 0, options: SMTPServerOptions = {}) {
  const received: { readonly recipients: string[]; readonly source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", () => resolve()));
  return {
    received,
    /** Every recipient, in order. */
    recipients: () => received.flatMap(({ recipients }) => recipients),
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
