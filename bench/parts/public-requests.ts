// Requests as a proxy passes them on to a server with a public address.
import { type Agent, request } from "node:http";

export const publicUrl = "https://shop.example";

/** The status of the answer; refused: there was no connection. Any other failure is told by its code. */
export type Outcome = number | string;

type Options = {
  readonly agent: Agent;
  readonly method?: string;
  /** JSON; POST then is the default. */
  readonly body?: string;
  readonly cookie?: string;
};

/** Sends one request to the server at `port`; resolves also where there is no answer. */
export async function send(
  port: string,
  path: string,
  { agent, body, cookie, method = body === undefined ? "GET" : "POST" }: Options,
): Promise<{ outcome: Outcome; cookie?: string; text: string }> {
  return await new Promise((resolve) => {
    let text = "";
    const outgoing = request(
      {
        agent,
        port,
        path,
        method,
        headers: {
          host: "shop.example",
          ...(cookie !== undefined && { cookie }),
          ...(body !== undefined && { origin: publicUrl, "content-type": "application/json" }),
        },
      },
      (incoming) => {
        const [first] = incoming.headers["set-cookie"] ?? [];
        const own = first?.split(";")[0];
        incoming.on("data", (piece: Buffer) => (text += piece.toString()));
        incoming.on("end", () =>
          resolve({ outcome: incoming.statusCode ?? 0, text, ...(own && { cookie: own }) }),
        );
        incoming.on("error", () => resolve({ outcome: "answer cut", text }));
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const where = outgoing.reusedSocket ? "a kept connection" : "a new connection";
      const outcome = error.code === "ECONNREFUSED" ? "refused" : `${error.code} on ${where}`;
      resolve({ outcome, text });
    });
    outgoing.end(body);
  });
}
