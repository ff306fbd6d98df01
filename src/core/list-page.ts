/** The highest page number that the API accepts. */
export const highestPage = 1_000_000;
