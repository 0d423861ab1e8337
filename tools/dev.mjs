// npm run dev: set-up, then the shop and the stand-ins of its suppliers (dev-shop.ts).
import { exec, install } from './setup.mjs'

install()
exec(['tools/dev-shop.ts'], { env: { NODE_ENV: 'development' } })
