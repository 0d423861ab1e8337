import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../node_modules/country-flag-icons/3x2/', import.meta.url))
const address = /^\/flags\/([A-Z]{2}\.svg)$/

/** The flags of all countries as /flags/AE.svg, in the build and in development. */
export const flags = (): Plugin => ({
  name: 'safar:flags',
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const file = address.exec(request.url ?? '')?.[1]
      if (!file || !readdirSync(folder).includes(file)) return next()
      response.setHeader('content-type', 'image/svg+xml')
      response.end(readFileSync(folder + file))
    })
  },
  generateBundle(): void {
    if (this.environment.name !== 'client') return
    for (const file of readdirSync(folder).filter((name) => address.test(`/flags/${name}`)))
      this.emitFile({ type: 'asset', fileName: `flags/${file}`, source: readFileSync(folder + file) })
  },
})
