// The keys by which push services know this server (VAPID, RFC 8292), as base64url.
import { createECDH } from "node:crypto";
import { loadOrCreateSecretFile } from "./private-files.ts";

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const curve = "prime256v1";
const publicBytes = 65;
const privateBytes = 32;
const fileName = "vapid-keys";

function bytesOf(text: string): Buffer | null {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url") : null;
}

/** Whether `text` can be the public key: an uncompressed point of the curve P-256. */
export function isVapidPublicKey(text: string): boolean {
  const bytes = bytesOf(text);
  return bytes?.length === publicBytes && bytes[0] === 4;
}

/** Whether `text` can be the private key. */
export function isVapidPrivateKey(text: string): boolean {
  return bytesOf(text)?.length === privateBytes;
}

/** Whether the keys belong to each other. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  if (!isVapidPublicKey(publicKey) || !isVapidPrivateKey(privateKey)) return false;
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  } catch {
    // Zero, or not below the order of the curve.
    return false;
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
}

function makeKeys(): VapidKeys {
  const pair = createECDH(curve);
  const publicKey = pair.generateKeys().toString("base64url");
  // Node leaves leading zeros out.
  const privateKey = Buffer.concat([Buffer.alloc(privateBytes), pair.getPrivateKey()])
    .subarray(-privateBytes)
    .toString("base64url");
  return { publicKey, privateKey };
}

/** The keys in the data folder, which are made once; null when their file is damaged. */
export function loadOrCreateVapidKeys(dataFolder: string): VapidKeys | null {
  const text = loadOrCreateSecretFile(dataFolder, fileName, () => {
    const { publicKey, privateKey } = makeKeys();
    return `${publicKey}\n${privateKey}`;
  });
  const [publicKey = "", privateKey = ""] = text.split("\n");
  return isVapidPair({ publicKey, privateKey }) ? { publicKey, privateKey } : null;
}
