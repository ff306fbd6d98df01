import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkCharacter,
  codeAlphabet,
  formatMemberCode,
  memberCodeLength,
  memberCodeOf,
  parseMemberCode,
} from "./member-code.ts";

const character = fc.constantFrom(...codeAlphabet);
const characters = fc
  .array(character, { minLength: memberCodeLength, maxLength: memberCodeLength })
  .map((list) => list.join(""));
const position = fc.nat(memberCodeLength);

function withCharacter(code: string, index: number, replacement: string): string {
  return code.slice(0, index) + replacement + code.slice(index + 1);
}

describe("The check character of a member code", () => {
  test("is the weighted sum of the positions in the alphabet, modulo 31", () => {
    // S7K32Q: 1·23 + 2·5 + 3·17 + 4·1 + 5·0 + 6·21 = 214, and 214 mod 31 = 28, which is X.
    expect(checkCharacter("S7K32Q")).toBe("X");
    expect(memberCodeOf("222222")).toBe("2222222");
  });

  test("finds every single wrong character", () => {
    fc.assert(
      fc.property(characters, position, character, (random, index, replacement) => {
        const code = memberCodeOf(random);
        fc.pre(code.charAt(index) !== replacement);
        const wrong = parseMemberCode(withCharacter(code, index, replacement));
        expect(wrong).toEqual({ ok: false, reason: "wrong_check_character" });
      }),
      { numRuns: 20_000 },
    );
  });

  test("finds every swap of two characters, also of two that are not neighbours", () => {
    fc.assert(
      fc.property(characters, position, position, (random, one, other) => {
        const code = memberCodeOf(random);
        fc.pre(code.charAt(one) !== code.charAt(other));
        const swapped = withCharacter(
          withCharacter(code, one, code.charAt(other)),
          other,
          code.charAt(one),
        );
        expect(parseMemberCode(swapped)).toEqual({ ok: false, reason: "wrong_check_character" });
      }),
      { numRuns: 20_000 },
    );
  });

  test("finds all of both in one code, without chance", () => {
    const code = memberCodeOf("S7K32Q");
    const changed = [...code].flatMap((own, index) =>
      [...codeAlphabet]
        .filter((replacement) => replacement !== own)
        .map((replacement) => withCharacter(code, index, replacement)),
    );
    expect(changed).toHaveLength(7 * 30);
    expect(changed.filter((text) => parseMemberCode(text).ok)).toEqual([]);
  });
});

describe("A member code", () => {
  test("is shown in two groups", () => {
    expect(formatMemberCode("S7K32QX")).toBe("S7K3-2QX");
  });

  test.each([
    "S7K32QX",
    "S7K3-2QX",
    "s7k3-2qx",
    " S7K3 2QX ",
    "Ｓ７Ｋ３－２ＱＸ",
    "S7K3–2QX",
    "S7K3\u22122QX",
  ])("is read as it is typed or printed: %s", (text) => {
    expect(parseMemberCode(text)).toEqual({ ok: true, code: "S7K32QX" });
  });

  test("is read again as it was shown", () => {
    fc.assert(
      fc.property(characters, (random) => {
        const code = memberCodeOf(random);
        expect(parseMemberCode(formatMemberCode(code).toLowerCase())).toEqual({ ok: true, code });
      }),
    );
  });

  test.each([
    ["0", "07K32QX"],
    ["O", "S7K32QO"],
    ["O", "o7k3-2qx"],
    ["1", "S7K312Q"],
    ["I", "SIK32QX"],
    ["I", "sik3-2qx"],
    ["L", "S7K3L"],
  ])("names the look-alike %s in %s", (found, text) => {
    expect(parseMemberCode(text)).toEqual({ ok: false, reason: "look_alike", character: found });
  });

  test.each([
    ["", { reason: "missing" }],
    [" - ", { reason: "missing" }],
    ["S7K32Q", { reason: "wrong_length" }],
    ["S7K32QX6", { reason: "wrong_length" }],
    ["S7K3.2QX", { reason: "invalid_character", character: "." }],
    ["S7K3美QX", { reason: "invalid_character", character: "美" }],
    ["S7K32Q7", { reason: "wrong_check_character" }],
  ])("says what is wrong with '%s'", (text, problem) => {
    expect(parseMemberCode(text)).toEqual({ ok: false, ...problem });
  });
});
