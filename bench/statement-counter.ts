import type pg from 'pg'

export type CountedStatement = { readonly text: string; readonly values: readonly unknown[] }
export type StatementCounter = {
  /** The statements that `work` sent over the pool, in order; begin, commit and rollback are not among them. */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; statements: readonly CountedStatement[] }>
}

const isFrame = (text: string): boolean =>
  /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i.test(text)

/** Hears every statement of a pool. Statements of two pieces of work that run at once cannot be told apart. */
export function countStatements(pool: pg.Pool): StatementCounter {
  let heard: CountedStatement[] | null = null
  const wrapped = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const statement = readStatement(args)
      if (!isFrame(statement.text)) heard?.push(statement)
      return query(...args)
    }) as typeof client.query
  })
  return {
    during: async (work) => {
      const mine: CountedStatement[] = []
      heard = mine
      try {
        return { result: await work(), statements: mine }
      } finally {
        heard = null
      }
    },
  }
}

function readStatement([first, second]: readonly unknown[]): CountedStatement {
  const given = typeof first === 'string' ? { text: first } : ((first ?? {}) as { text?: string; values?: unknown[] })
  const values = Array.isArray(second) ? second : 'values' in given ? (given.values ?? []) : []
  return { text: given.text ?? '', values }
}
