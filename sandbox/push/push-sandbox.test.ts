import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { createPushSandbox } from "./push-sandbox.ts";
import { decryptMessage } from "./read-message.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-push-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => Buffer.from(text, "base64url");

// RFC 8291, section 5 and appendix A.
const example = {
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  device: {
    privateKey: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    publicKey: bytes(
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    ),
    authSecret: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  },
};

test.runIf(isLongRun)("the standard's example is decrypted, and nothing that was changed", () => {
  const message = bytes(example.message);
  expect(decryptMessage(example.device, message)).toBe("When I grow up, I want to be a watermelon");
  message.writeUInt8(message.readUInt8(100) ^ 1, 100);
  expect(() => decryptMessage(example.device, message)).toThrow(/auth/);
  expect(() => decryptMessage(example.device, Buffer.from("short"))).toThrow(/header/);
});

test("a device takes nothing without the signature of its server", async () => {
  const sandbox = createPushSandbox({
    dataFile: join(folder, "push.sqlite"),
    publicUrl: "http://localhost:3000/sandbox/push",
    now: () => new Date(),
  });
  const { endpoint } = sandbox.subscribe(example.device.publicKey.toString("base64url"));
  const post = async (address: string) =>
    (await sandbox.fetch(new Request(address, { method: "POST", body: "x" }))).status;
  expect(await post(endpoint)).toBe(403);
  expect(await post(`${endpoint}0`)).toBe(404);
  sandbox.answer(410, endpoint);
  expect(await post(endpoint)).toBe(410);
  expect(sandbox.messages()).toEqual([]);
  sandbox.close();
});
