import type { TestApp } from '../support/app.ts'
import { writeToTasks } from './audited-tasks.ts'

type Answer = Record<string, unknown> & { id: string; version: number }
type Read = (path: string) => Promise<Record<string, unknown>>
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

type Hands = {
  readonly read: Read
  readonly write: Write
  readonly book: (method: undefined, more: object) => Promise<unknown>
}

/** Each write to a customer and to a task once. */
export async function writeToCustomer({ shop }: TestApp, { read, write, book }: Hands): Promise<void> {
  await book(undefined, {})
  await book(undefined, { customer_email: 'twin@example.com', customer_phone: '+919876500001' })
  await shop.jobs['record-customers']?.({})
  const [customer] = (await read('/api/admin/customers?q=asha@example.com')).items as Answer[]
  const path = `/api/admin/customers/${customer?.id}`
  const { version } = await read(path)
  const change = { name: 'Asha B. Rao', email: 'asha@example.com', phone: '', language: '', tags: [], version }
  await write(`PUT ${path}`, { ...change, marketing: 'agreed' }, 'changed')
  const note = await write(`POST ${path}/notes`, { text: 'On record' }, 'made')
  await write(`DELETE ${path}/notes/${note.id}`, {}, 'gone')
  await write(`POST ${path}/notes/${note.id}/restoration`, {}, 'made')
  await writeToTasks(customer?.id ?? '', write)
  await mergeAndSeparate(path, read, write)
}

async function mergeAndSeparate(path: string, read: Read, write: Write): Promise<void> {
  const kept = await read(path)
  const [other] = (await read('/api/admin/customers?q=twin@example.com')).items as Answer[]
  const { version } = await read(`/api/admin/customers/${other?.id}`)
  const input = { version: kept.version, other_id: other?.id, other_version: version, take: ['email'] }
  await write(`POST ${path}/merges`, input, 'changed')
  await write(`DELETE ${path}/merges/${other?.id}`, {}, 'changed')
}
