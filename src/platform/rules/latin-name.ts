// The name in Latin letters that couriers print beside a name in another script.
import { unprintableCharacter } from "./latin-script.ts";

const letter = /\p{L}/u;
/** Letters of Latin, and those that several scripts share. */
const latinOrShared = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a name has letters outside Latin, which couriers abroad cannot print. */
export function needsLatinName(name: string): boolean {
  return [...name].some((character) => letter.test(character) && !latinOrShared.test(character));
}

/** Whether a form asks for the name in Latin letters; a wrong one stays on the screen until it is corrected. */
export function asksForLatinName(name: string, latinName: string): boolean {
  return needsLatinName(name) || unprintableCharacter(latinName) !== null;
}

/** The name in Latin letters that is stored beside `name`: none where that needs none. */
export function keptLatinName(name: string, latinName: string): string {
  return needsLatinName(name) ? latinName : "";
}

/** Pictures, private characters and the like, which are in no name of any script. */
const nameless = /[\p{So}\p{Sk}\p{Co}\p{Cn}\p{Cs}]/u;

/**
 * The first character of a name that can be on no label; null where there is none. Letters of another script can, since
 * the name in Latin letters is printed in their place.
 */
export function unprintableInName(name: string): string | null {
  if (!needsLatinName(name)) return unprintableCharacter(name);
  return (
    [...name].find(
      (character) => nameless.test(character) && unprintableCharacter(character) !== null,
    ) ?? null
  );
}
