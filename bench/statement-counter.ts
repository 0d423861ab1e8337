import type pg from 'pg'

export type CountedStatement = { readonly text: string; readonly values: readonly unknown[] }
export type StatementCounter = {
  /** The statements that `work` sent through the pool, in order, without begin, commit and rollback. */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; statements: readonly CountedStatement[] }>
}

const isFrame = (text: string): boolean =>
  /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i.test(text)

/** Records every statement of a pool. Parallel work cannot be told apart. */
export function countStatements(pool: pg.Pool): StatementCounter {
  let recorded: CountedStatement[] | null = null
  const wrapped = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const statement = readStatement(args)
      if (!isFrame(statement.text)) recorded?.push(statement)
      return query(...args)
    }) as typeof client.query
  })
  return {
    during: async (work) => {
      const own: CountedStatement[] = []
      recorded = own
      try {
        return { result: await work(), statements: own }
      } finally {
        recorded = null
      }
    },
  }
}

function readStatement([first, second]: readonly unknown[]): CountedStatement {
  const query = typeof first === 'string' ? { text: first } : ((first ?? {}) as { text?: string; values?: unknown[] })
  const values = Array.isArray(second) ? second : 'values' in query ? (query.values ?? []) : []
  return { text: query.text ?? '', values }
}
