import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

const quietMilliseconds = 1
const maxTurns = 1_000
/** What a connection that was accepted last needs to send its request. */
const lastRequestMilliseconds = 200

/**
 * Closes the listening socket without losing a request. What waits in its queue would be reset, and a proxy must not
 * repeat a booking; so it closes after a turn of the event loop that had hardly anything to read. Accepted connections go on.
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
