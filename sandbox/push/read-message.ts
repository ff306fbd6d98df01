// Reads a message as a browser does: checks who signed it (RFC 8292) and decrypts it (RFC 8291, RFC 8188).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import type { Device } from "./push-store.ts";

const saltBytes = 16;
const keyBytes = 65;
const headerBytes = saltBytes + 4 + 1 + keyBytes;
const tagBytes = 16;
/** The delimiter after the text of the last record, before its padding. */
const lastRecord = 2;
const longestTokenSeconds = 86_400;

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/** Throws where the content was not encrypted for the device. */
export function decryptMessage(
  { privateKey, publicKey, authSecret }: Pick<Device, "privateKey" | "publicKey" | "authSecret">,
  content: Buffer,
): string {
  const salt = content.subarray(0, saltBytes);
  if (content.length < headerBytes + tagBytes || content[saltBytes + 4] !== keyBytes) {
    throw new Error("The content has no header of aes128gcm.");
  }
  const senderKey = content.subarray(headerBytes - keyBytes, headerBytes);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]);
  const secret = derive(pair.computeSecret(senderKey), authSecret, info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(content.subarray(-tagBytes));
  const record = Buffer.concat([
    decipher.update(content.subarray(headerBytes, -tagBytes)),
    decipher.final(),
  ]);
  const end = record.lastIndexOf(lastRecord);
  if (end === -1) throw new Error("The record has no end.");
  return record.subarray(0, end).toString("utf8");
}

function jsonOf(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
}

/** Why a request is not signed by the server of this device at `now`; null where it is. */
export function faultOfSignature(
  authorization: string | null,
  expected: { readonly serverKey: string; readonly origin: string; readonly now: Date },
): string | null {
  const [, token = "", key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  if (key === undefined) return "The header Authorization is not that of VAPID.";
  if (key !== expected.serverKey) return "The device was subscribed with another key.";
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "The signature is wrong.";
  const { aud, exp, sub } = jsonOf(claims);
  if (aud !== expected.origin) return "The token is for another push service.";
  const seconds = Math.floor(expected.now.getTime() / 1000);
  if (typeof exp !== "number" || exp <= seconds || exp > seconds + longestTokenSeconds) {
    return "The token has expired, or is valid for too long.";
  }
  return /^(mailto:|https:)/.test(String(sub)) ? null : "The token names nobody to write to.";
}
