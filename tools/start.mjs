// npm start: packages, build, database, migrations, demo world, web and worker.
import { exec, install, step } from './setup.mjs'
import { shopFlags } from './shop-flags.mjs'

install()
if (!step('build', ['tools/build.ts'])) process.exit(1)
exec([...shopFlags, 'src/app/server.ts', ...process.argv.slice(2)], { env: { NODE_ENV: 'production' } })
