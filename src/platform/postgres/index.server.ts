/**
 * The shop's own PostgreSQL: starts it as a child process on a data folder, and stops it.
 * Owns the data folder's lock, the cluster in it, the server process and how values of the database look in the program.
 * Does not own migrations, backups, pools, nor a server that DATABASE_URL names.
 * Invariants: nothing is touched without the lock; one shop to a folder; what was acknowledged survives `kill -9` and
 * a power cut; a start that is killed at any moment can be repeated.
 */
export { resolveDataDir } from './data-dir.server.ts'
export { EmbeddedPostgresError, type EmbeddedPostgresFault } from './errors.server.ts'
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './launcher.server.ts'
export { type DataDirLock, lockDataDir } from './lock.server.ts'
export { findRunning } from './running.server.ts'
export { setTypeParsers } from './types.server.ts'
