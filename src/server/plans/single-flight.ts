// Lets work of the same name run one at a time, and those who wait for their turn share one.

type SingleFlight = { readonly running: Promise<unknown>; readonly next: Promise<unknown> | null };

/**
 * Makes a way to run work by name within this process. Work never begins before it was asked for; whoever asks while it
 * runs is answered by the one run that follows, so that a crowd costs two runs instead of one each.
 */
export function singleFlighting<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, SingleFlight>();

  function run(name: string, work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => {
      if (flights.get(name)?.running === running) flights.delete(name);
    });
    flights.set(name, { running, next: null });
    return running;
  }

  return (name, work) => {
    const taken = flights.get(name);
    if (taken === undefined) return run(name, work);
    if (taken.next !== null) return taken.next as Promise<T>;
    const begin = () => run(name, work);
    const next = taken.running.then(begin, begin);
    flights.set(name, { ...taken, next });
    return next;
  };
}
