function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** A LIKE pattern that matches every text containing `search`. */
export function containing(search: string): string {
  return `%${escaped(search)}%`;
}

/** A LIKE pattern that matches every text beginning with `start`. */
export function beginningWith(start: string): string {
  return `${escaped(start)}%`;
}
