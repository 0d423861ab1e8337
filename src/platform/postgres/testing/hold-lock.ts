/** Takes a lock and keeps it until it is killed: node hold-lock.ts FILE */
import { lockDataDir } from '../index.server.ts'

lockDataDir(process.argv[2] ?? '')
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
