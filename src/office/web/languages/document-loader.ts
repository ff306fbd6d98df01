/** Loads documents; an object, so that tests can replace it. */
export const documentLoader = {
  loadAgain: () => window.location.reload(),
  open: (address: string) => window.location.assign(address),
};
