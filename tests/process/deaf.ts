/** Use with node --import: the node listens for changes and ignores what it hears, a control of tests of stale pages. */
import pg from 'pg'

const { on } = pg.Client.prototype
pg.Client.prototype.on = function (this: pg.Client, name: string, listener: () => void) {
  return name === 'notification' ? this : on.call(this, name as 'end', listener)
} as typeof on
