import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, "close");
  return port;
}
