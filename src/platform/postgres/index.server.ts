/**
 * The embedded PostgreSQL: runs it as a child process on a data folder. Owns: the data folder's lock, the cluster, the
 * server process, and how database values are parsed. Does not own: migrations, backups, pools, or the server of
 * DATABASE_URL. Invariants: nothing is touched without the lock; one shop per folder; committed data survives `kill
 * -9` and a power cut; a start that is killed at any moment can be repeated; a server that ends by itself is started
 * again, at most five times a minute.
 */
export { resolveDataDir } from './data-dir.server.ts'
export { EmbeddedPostgresError, type EmbeddedPostgresFault } from './errors.server.ts'
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './launcher.server.ts'
export { type DataDirLock, lockDataDir } from './lock.server.ts'
export { type Recovered, recoverDatabase } from './recovery/recover.server.ts'
export { findRunning } from './running.server.ts'
export { setTypeParsers } from './types.server.ts'
