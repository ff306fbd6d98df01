import { expect, test } from "vitest";
import { createFileDecoder, fileText as textOf, type FileEncoding } from "./file-text.ts";

const strictDecoder = (encoding: FileEncoding) => new TextDecoder(encoding, { fatal: true });
const fileText = (bytes: Uint8Array) => textOf(bytes, strictDecoder);

const text = "service;价格\r\nhk-post-air;85,00\r\n".repeat(3);
const latin = "service;price\r\nhk-post-air;85,00\r\n".repeat(3);
const utf16 = (content: string, isLittle: boolean) =>
  Uint8Array.from(
    Array.from({ length: content.length }, (_, at) => content.charCodeAt(at)).flatMap((code) =>
      isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff],
    ),
  );
const utf8 = (content: string) => new TextEncoder().encode(content);

test.each([
  ["UTF-8", utf8(text), text],
  ["UTF-8 with a mark", utf8(`\uFEFF${text}`), text],
  ["UTF-16 with a mark, little-endian", utf16(`\uFEFF${text}`, true), text],
  ["UTF-16 with a mark, big-endian", utf16(`\uFEFF${text}`, false), text],
  ["UTF-16 without a mark, little-endian", utf16(latin, true), latin],
  ["UTF-16 without a mark, big-endian", utf16(latin, false), latin],
  ["nothing", utf8(""), ""],
])("%s is read", (_what, bytes, content) => {
  expect(fileText(bytes)).toBe(content);
});

test.each([
  ["GBK", [0xbc, 0xdb, 0xb8, 0xf1]],
  ["Windows-1252", [0x50, 0x72, 0xe9, 0x63]],
  ["Big5", [0xbb, 0xf9, 0xae, 0xe6]],
  ["half a character of UTF-8", [0x61, 0xe4, 0xbb]],
])("%s is named", (_what, bytes) => {
  expect(fileText(Uint8Array.from(bytes))).toBeNull();
});

test("a file is read in any parts behind the first", () => {
  for (const bytes of [utf8(text), utf16(`\uFEFF${text}`, true)]) {
    const decoder = createFileDecoder(strictDecoder);
    let read = decoder.decode(bytes.subarray(0, 21));
    for (let at = 21; at < bytes.length; at += 1)
      read += decoder.decode(bytes.subarray(at, at + 1));
    expect(read + decoder.end()).toBe(text);
  }
});
