/** Use with node --import: the real server without pages, which would need a build. */
import { registerHooks } from 'node:module'

const exchanged = new URL('./no-pages.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/page-source.server.ts') ? next(exchanged, context) : next(specifier, context),
})
