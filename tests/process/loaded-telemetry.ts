/** Use with node --import: says which parts of OpenTelemetry are loaded. */
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    if (url.includes('/@opentelemetry/')) process.stdout.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
