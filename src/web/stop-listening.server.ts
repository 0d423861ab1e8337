import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

const quietMilliseconds = 1
const maxTurns = 1_000
/** Time for the connection accepted last to send its request. */
const lastRequestMilliseconds = 200

/**
 * Closes the listening socket without losing a request. Connections still in its queue would be reset, and a proxy must
 * not repeat a booking; so it waits for a turn of the event loop with hardly anything to read. Accepted ones go on.
 */
export async function stopListening(server: Server): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const began = performance.now()
    await nextTurn()
    if (turn > 0 && performance.now() - began < quietMilliseconds) break
  }
  server.close()
  await wait(lastRequestMilliseconds)
}
