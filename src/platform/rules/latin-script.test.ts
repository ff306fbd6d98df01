import { describe, expect, test } from "vitest";
import { printableText, unprintableCharacter } from "./latin-script.ts";

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
    // Letters and signs that stand for an apostrophe.
    ["1450 Kapiʻolani Boulevard", "1450 Kapi'olani Boulevard"],
    [
      "Hawaiʼi, Oʽahu, ʾAbd ʿAlī, K’iche′, Saltiꞌyo",
      "Hawai'i, O'ahu, 'Abd 'Ali, K'iche', Salti'yo",
    ],
    ["O'Brien, O’Brien, O‘Brien, O＇Brien", "O'Brien, O'Brien, O'Brien, O'Brien"],
    ["№ 5, №5", "No. 5, No.5"],
    ["2º andar, 3ª planta", "2º andar, 3ª planta"],
    ["ﬁrst oﬃce, Ĳsselstraat, ŉ, Ǆ", "first office, IJsselstraat, 'n, DZ"],
    [
      "Quận Bình Thạnh, Hồ Chí Minh, Phường Tân Sơn Nhì",
      "Quan Bình Thanh, Ho Chí Minh, Phuong Tân Son Nhì",
    ],
    ["Zażółć gęślą jaźń", "Zazólc gesla jazn"],
    ["Ağrı, Iğdır, Çankırı", "Agri, Igdir, Çankiri"],
    ["Ɔkwawu, Ŋwane, Ƙofar Ɗan Ɓaure, ǃKaras", "Okwawu, Nwane, Kofar Dan Baure, !Karas"],
    ["12⅓ Elm\u2003Street, 5①", "12 1/3 Elm Street, 5 1"],
    ["12½ Elm Street, 40 m²", "12½ Elm Street, 40 m²"],
    ["𝓔𝓶𝓶𝓪, ⅠⅤ, ㎡", "Emma, IV, m2"],
    ["Flat 5\u200B\uFE0F, 5️⃣, c/o ℅ ™", "Flat 5, 5, c/o c/o TM"],
  ])("of %j is %j", (text, printable) => {
    expect(printableText(text)).toBe(printable);
  });

  test.each([
    "北京市",
    "Flat 5, 深水埗",
    "Москва",
    "Αθήνα",
    "東京 Tokyo",
    "서울",
    "\u0000",
    "😀",
    "🇭🇰",
    "a\u{F0000}",
  ])("is not guessed for %j", (text) => {
    expect(printableText(text)).toBeNull();
  });
});

test.each([
  ["12 Main Street", null],
  ["O’Brien, № 5", null],
  ["12 Main Street 🌺 🎉", "🌺"],
  ["Flat 5, 深水埗", "深"],
  ["Кв. 5", "К"],
  ["5 €", "€"],
])("the first character of %j that cannot be printed is %j", (text, character) => {
  expect(unprintableCharacter(text)).toBe(character);
});
