import path from 'node:path'
import type pg from 'pg'
import { openShop } from '../src/app/open-shop.server.ts'
import { readEnv } from '../src/platform/env.server.ts'
import { createLog } from '../src/platform/log.server.ts'
import { createServer } from '../src/web/create-server.server.ts'
import { builtPages } from '../src/web/page-source.server.ts'
import type { StartedShop } from './start-shop.ts'
import { type CountedStatement, countStatements } from './statement-counter.ts'

const root = path.dirname(import.meta.dirname)

export type Answer = { readonly status: number; readonly json: () => unknown; readonly body: Buffer }
export type Ask = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
/** The shop again, in this process and on the running shop's database, so that its statements can be counted. */
export type Insider = {
  readonly pool: pg.Pool
  /** Calls 'GET /tours' through the whole server without a socket; returns the answer and its statements. */
  readonly ask: (route: string, ask?: Ask) => Promise<{ answer: Answer; statements: readonly CountedStatement[] }>
  readonly close: () => Promise<void>
}

export async function openInsider(shop: StartedShop): Promise<Insider> {
  const env = readEnv({ NODE_ENV: 'production', DATA_DIR: shop.dataDir, BASE_URL: shop.url, LOG_LEVEL: 'warn' })
  const opened = await openShop(env, createLog('warn'), Number(new URL(shop.url).port), { besideRunning: true })
  const counter = countStatements(opened.core.pool)
  const { app } = await createServer({
    ...opened.shop.server,
    pages: {
      source: await builtPages(root),
      ...opened.shop.pages,
    },
    trustProxy: 1,
  })
  return {
    pool: opened.core.pool,
    ask: async (route, { headers = {}, body } = {}) => {
      const [method, url] = route.split(' ')
      const { result, statements } = await counter.during(() =>
        app.inject({
          method: method === 'POST' ? 'POST' : 'GET',
          url: url ?? '/',
          headers,
          ...(body !== undefined && { payload: body as object }),
        }),
      )
      const answer = { status: result.statusCode, json: () => result.json() as unknown, body: result.rawPayload }
      return { answer, statements }
    },
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}
