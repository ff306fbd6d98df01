/** Connections of a process that are no request's: its jobs, the notices of new jobs, and the reading of changes. */
export const otherConnections = { jobs: 4, jobNotices: 1, changes: 1 } as const;

/** How many connections to the database one process may have. */
export const connectionLimits = { fewest: 10, usual: 16, most: 200 } as const;

/** How many of a process's connections are for requests and for what jobs do. */
export function requestConnections(mostOfProcess: number): number {
  const { jobs, jobNotices, changes } = otherConnections;
  return mostOfProcess - jobs - jobNotices - changes;
}
