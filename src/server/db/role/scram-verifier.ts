// What PostgreSQL keeps of a password: sent in its place, so that no log of statements ever holds the password.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const iterations = 4096;

/** The verifier of `password` (ASCII alone) for SCRAM-SHA-256, with a salt of its own (RFC 5802 and 7677). */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const key = (purpose: string) => createHmac("sha256", salted).update(purpose).digest();
  const storedKey = createHash("sha256").update(key("Client Key")).digest("base64");
  const serverKey = key("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
