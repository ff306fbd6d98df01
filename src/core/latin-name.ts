// The name in Latin letters that couriers print beside a name in another script.
import { halfWidth } from "./stored-text.ts";

const letter = /\p{L}/u;
/** Letters of Latin, and those that several scripts share. */
const latinOrShared = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a name has letters outside Latin, which couriers abroad cannot print. */
export function needsLatinName(name: string): boolean {
  return [...name].some((character) => letter.test(character) && !latinOrShared.test(character));
}

/** Whether a form asks for the name in Latin letters; a wrong one stays on the screen until it is corrected. */
export function asksForLatinName(name: string, latinName: string): boolean {
  return needsLatinName(name) || !isLatinName(halfWidth(latinName));
}

/** The name in Latin letters that is stored beside `name`: none where that needs none. */
export function keptLatinName(name: string, latinName: string): string {
  return needsLatinName(name) ? latinName : "";
}

/** Whether a text is printable ISO 8859-1, the characters that printers of labels have. */
export function isLatinName(text: string): boolean {
  return /^[\x20-\x7E\xA1-\xAC\xAE-\xFF]*$/.test(text);
}
