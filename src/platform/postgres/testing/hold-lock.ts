/** Takes a lock, keeps no reference to it and holds it until it is killed: node --expose-gc hold-lock.ts FILE */
import { setImmediate as turn } from 'node:timers/promises'
import { lockDataDir } from '../index.server.ts'

lockDataDir(process.argv[2] ?? '')
for (let round = 0; round < 3; round += 1) {
  globalThis.gc?.()
  await turn()
}
process.stdout.write('held\n')
// Ends with its parent, whose output it shares.
process.stdin.resume().once('close', () => process.exit())
