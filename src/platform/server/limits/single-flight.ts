// Runs work of the same name one at a time; callers that wait share one run.

type Flight = { readonly running: Promise<unknown>; readonly next: Promise<unknown> | null };

/**
 * Makes a function that runs work by name within this process. A call never gets the result of work that began before
 * it; all calls made while work runs share the one run that follows, so that many calls at once cost two runs.
 */
export function singleFlight<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Flight>();

  function run(name: string, work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => {
      if (flights.get(name)?.running === running) flights.delete(name);
    });
    flights.set(name, { running, next: null });
    return running;
  }

  return (name, work) => {
    const flight = flights.get(name);
    if (flight === undefined) return run(name, work);
    if (flight.next !== null) return flight.next as Promise<T>;
    const begin = () => run(name, work);
    const next = flight.running.then(begin, begin);
    flights.set(name, { ...flight, next });
    return next;
  };
}
