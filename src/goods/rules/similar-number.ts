// Numbers that differ so little that one may be the other, read or typed wrongly.

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Numbers that can be declared are within these lengths, and shorter ones are near too many others. */
const searchedLength = { minimum: 6, maximum: 40 } as const;
/** Longer numbers without letters are compared by digits alone, so that there are not too many forms. */
const longDigits = 20;

const letterPrefixes = [
  "DPK",
  ...letters,
  ...[...letters].flatMap((first) => [...letters].map((second) => first + second)),
];

/** Without the letters before its digits. */
function withoutPrefix(number: string): string {
  return number.replace(/^[A-Z]{1,4}(?=\d)/, "");
}

/**
 * Every number that is near `number`, at most about 3,000: with one character changed, added or left out, with two
 * neighbours swapped, or with a prefix of one or two letters added or left out.
 */
export function similarNumbers(number: string): readonly string[] {
  const { length } = number;
  if (length < searchedLength.minimum || length > searchedLength.maximum) return [];
  const isLongDigits = length > longDigits && /^\d+$/.test(number);
  const alphabet = isLongDigits ? digits : digits + letters;
  const near = new Set<string>([withoutPrefix(number)]);
  for (let place = 0; place <= length; place += 1) {
    const [before, after] = [number.slice(0, place), number.slice(place)];
    for (const character of alphabet) {
      near.add(before + character + after);
      if (after !== "") near.add(before + character + after.slice(1));
    }
    near.add(before + after.slice(1));
    if (after.length > 1) near.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  if (/^\d/.test(number) && !isLongDigits)
    for (const prefix of letterPrefixes) near.add(prefix + number);
  near.delete(number);
  return [...near];
}
