/** A LIKE pattern that matches every text containing `search`. */
export function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
