import { describe, expect, it } from 'vitest'
import { mailboxOf } from './email.ts'

describe('the mailbox of an address', () => {
  it.each([
    ['a plus tag', 'Asha+tours@example.com', 'asha@example.com'],
    ['capitals and spaces', ' ASHA@Example.com ', 'asha@example.com'],
    ['dots and a plus tag at Gmail', 'a.sha.rao+x@gmail.com', 'asharao@gmail.com'],
    ['the other domain of Gmail', 'a.sha@googlemail.com', 'asha@gmail.com'],
  ])('ignores %s', (_, typed, mailbox) => {
    expect(mailboxOf(typed)).toBe(mailbox)
  })
  it.each([
    ['dots elsewhere', 'a.sha@example.com', 'asha@example.com'],
    ['dots at a domain that contains gmail.com', 'a.sha@notgmail.com', 'asha@notgmail.com'],
    ['a domain that ends in googlemail.com', 'asha@mygooglemail.com', 'asha@mygmail.com'],
  ])('differs for %s', (_, one, other) => {
    expect(mailboxOf(one)).not.toBe(mailboxOf(other))
  })
})
