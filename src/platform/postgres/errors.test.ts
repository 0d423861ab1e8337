import { expect, test } from 'vitest'
import { diskFullFault } from './errors.server.ts'

test.each([
  'FATAL:  could not write lock file "postmaster.pid": No space left on device',
  'database or disk is full',
  'could not extend file "base/1/1259": Disk quota exceeded',
])('a full disk is named as such: %s', (output) => {
  const fault = diskFullFault(output, '/srv/shop')
  expect(fault?.fault).toBe('disk-full')
  expect(fault?.message).toBe(
    `The disk is full. Free some space on the disk of /srv/shop and start the shop again.\n${output}`,
  )
})

test('other output is no full disk', () => {
  expect(diskFullFault('FATAL:  could not open file: Permission denied', '/srv/shop')).toBeUndefined()
})
