import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../node_modules/country-flag-icons/3x2/', import.meta.url))
const codes = readdirSync(folder).flatMap((name) => /^([A-Z]{2})\.svg$/.exec(name)?.[1] ?? [])
const address = /^\/flags\/([A-Z]{2})\.webp$/
/** Three times the size on the page, for the sharpest phones. */
const width = 144

/** A browser would draw an SVG picture on the thread that answers the visitor; this one is decoded beside it. */
const draw = (code: string): Promise<Buffer> =>
  sharp(`${folder}${code}.svg`, { density: 600 }).resize({ width }).webp({ lossless: true }).toBuffer()

/** The flags of all countries as /flags/AE.webp, in the build and in development. */
export const flags = (): Plugin => ({
  name: 'safar:flags',
  configureServer: (server) => {
    server.middlewares.use(async (request, response, next) => {
      const code = address.exec(request.url ?? '')?.[1]
      if (!code || !codes.includes(code)) return next()
      response.setHeader('content-type', 'image/webp')
      response.end(await draw(code))
    })
  },
  async generateBundle(): Promise<void> {
    if (this.environment.name !== 'client') return
    await Promise.all(
      codes.map(async (code) => {
        this.emitFile({ type: 'asset', fileName: `flags/${code}.webp`, source: await draw(code) })
      }),
    )
  },
})
