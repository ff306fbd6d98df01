/** The highest page number that the API accepts. */
export const highestPage = 1_000_000;

/** Directions of a sorted list. */
export const sortDirections = ["asc", "desc"] as const;

/** Direction of a sorted list. */
export type SortDirection = (typeof sortDirections)[number];
