// node tools/run.mjs FILE [ARGS]: set-up, then FILE on the pinned Node.
import { exec, install } from './setup.mjs'

install()
exec(process.argv.slice(2))
