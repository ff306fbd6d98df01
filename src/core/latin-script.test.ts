import { describe, expect, test } from "vitest";
import { printableText } from "./latin-script.ts";

describe("printable text", () => {
  test.each([
    ["12 Main Street", "12 Main Street"],
    ["Café Zürich, ñandú", "Café Zürich, ñandú"],
    ["Łódź, Wrocław", "Lódz, Wroclaw"],
    ["Đà Nẵng", "Dà Nang"],
    ["İstanbul, Şişli, Kadıköy", "Istanbul, Sisli, Kadiköy"],
    ["O’Connor – “The Œuvre”", 'O\'Connor - "The OEuvre"'],
    ["Ｆｌａｔ　１２Ｂ，Ｔｏｗｅｒ　３", "Flat 12B,Tower 3"],
    ["cafe\u0301", "café"],
    ["", ""],
  ])("of %j is %j", (text, printable) => {
    expect(printableText(text)).toBe(printable);
  });

  test.each(["北京市", "Flat 5, 深水埗", "Москва", "Αθήνα", "東京 Tokyo", "서울", "\u0000", "😀"])(
    "is not guessed for %j",
    (text) => {
      expect(printableText(text)).toBeNull();
    },
  );
});
