/** Every table by its name in code: each module adds its own. */
export interface Tables {}
