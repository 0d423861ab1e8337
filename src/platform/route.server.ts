import type { FastifyInstance } from 'fastify'
import type { Access } from '../kernel/contract.ts'
import type { Caller } from './core.server.ts'

/** What a plain Fastify route (upload, webhook, download, page) says of itself in `config`. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. Deny by default: a route without it does not start. */
    access?: Access
    /** One sentence for the API description; a route without it is not described there. */
    summary?: string
    /** For calls that other sites make by design (provider events and return posts): no same-origin check. */
    crossSite?: true
    /** Reads no session: assets, health. `request.caller` is then always anonymous. */
    sessionless?: true
    /** A body that may take long to arrive (uploads): no deadline of seconds for it. */
    slowBody?: true
  }
  interface FastifyRequest {
    /** Who asks; found once per request, before any handler runs. */
    caller: Caller
  }
}

/** A room's plain routes, given to the server by `app/`. Runs in a scope of its own, with multipart bodies known. */
export type RoutePlugin = (app: FastifyInstance) => void | Promise<void>
