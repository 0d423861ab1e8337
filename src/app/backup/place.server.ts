import type { FileStore } from '../../modules/files/index.server.ts'
import { type OpenDatabase, openDatabase } from '../../platform/db/database.server.ts'
import type { Started } from '../command.server.ts'
import { erasureLogOf, openServer, openStore } from '../open-server.server.ts'

/** The source or target of an archive: a database, the shop's files, and the record of erasures. */
export type Place = Pick<OpenDatabase, 'db' | 'pool'> & { dataDir: string; store: FileStore; erasureLog: string }

/** `besideRunning`: a shop may be running there. */
export async function withPlace<T>(
  { env, log }: Started,
  besideRunning: boolean,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const server = await openServer(env, log, besideRunning)
  const { db, pool, close } = openDatabase(server.connection, log)
  try {
    const { dataDir } = server
    return await use({ db, pool, dataDir, store: await openStore(env, dataDir), erasureLog: erasureLogOf(dataDir) })
  } finally {
    await close()
    await server.stop()
  }
}

/** '12 tables, 345 rows, 6 files' */
export function contentsOf({ rows, files }: { rows: Readonly<Record<string, number>>; files: number }): string {
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
  return `${Object.keys(rows).length} tables, ${all} rows, ${files} files`
}
