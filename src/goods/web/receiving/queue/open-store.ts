import { promisifyRequest, type UseStore } from "idb-keyval";

/** Its only object store. */
export const storeName = "values";

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return promisifyRequest(request);
}

/**
 * The IndexedDB database `name`. It is opened for each use, so that a sign-out in any tab can delete a database, and
 * writes are on the disk when they resolve, which the library's own store leaves to the browser.
 */
export function openStore(name: string): UseStore {
  return async (mode, work) => {
    const database = await open(name);
    try {
      const transaction = database.transaction(storeName, mode, { durability: "strict" });
      return await work(transaction.objectStore(storeName));
    } finally {
      // Closes once its transactions are complete.
      database.close();
    }
  };
}
