// npm run dev: the shop with pages rendered through Vite, restarted when the server's code changes.
import { exec, install } from './setup.mjs'

install()
exec(['--watch-path=src', '--watch-preserve-output', 'src/app/server.ts'], { env: { NODE_ENV: 'development' } })
