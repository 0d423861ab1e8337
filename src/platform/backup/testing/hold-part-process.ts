/** Begins an archive and never ends it, until it is killed: node hold-part-process.ts FILE */
import { createArchive } from '../archive.server.ts'

const archive = await createArchive(process.argv[2] ?? '')
await archive.add({ name: 'about.json', bytes: Buffer.from('{"format":1}') })
process.stdout.write('held\n')
// Ends with its parent, whose output it shares.
process.stdin.resume().once('close', () => process.exit())
