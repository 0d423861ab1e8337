import { expect, it } from 'vitest'
import * as z from 'zod'
import { say } from '../platform/messages.server.ts'
import { messageOfIssue } from './issue-message.ts'
import { text } from './text.ts'

const shape = z.strictObject({
  name: z.string().min(2).max(5),
  age: z.int().min(1).max(9),
  list: z.array(z.string()).min(1).max(2),
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(['a', 'b']),
  own: z.string().refine(() => false, text('fields.oneLine')),
})
const good = {
  name: 'abc',
  age: 2,
  list: ['a'],
  id: crypto.randomUUID(),
  at: '2026-12-31T10:00:00Z',
  kind: 'a',
  own: '',
}

it.each([
  ['name', undefined, 'This is required'],
  ['name', 5, 'Enter a text'],
  ['name', 'a', 'Use at least 2 characters'],
  ['name', 'abcdef', 'Use at most 5 characters'],
  ['age', 'x', 'Enter a number'],
  ['age', 1.5, 'Enter a whole number'],
  ['age', 0, 'Enter 1 or more'],
  ['age', 10, 'Enter 9 or less'],
  ['list', [], 'Give at least 1 entry'],
  ['list', ['a', 'b', 'c'], 'Give at most 2 entries'],
  ['id', 'x', 'This is not a valid ID'],
  ['at', 'x', 'Use a time such as 2026-12-31T23:59:00Z'],
  ['kind', 'c', 'Choose one of: a, b'],
])('explains a wrong %s (%j): %s', (field, value, message) => {
  const { error } = shape.safeParse({ ...good, [field]: value })
  expect(error?.issues.filter(({ path }) => path[0] === field).map((issue) => say(messageOfIssue(issue)))).toEqual([
    message,
  ])
})

it('keeps the message of the schema', () => {
  const { error } = shape.safeParse(good)
  expect(error?.issues.map(messageOfIssue)).toEqual([text('fields.oneLine')])
})
