import { writeToTasks } from './audited-tasks.ts'

type Answer = Record<string, unknown> & { id: string; version: number }
type Read = (path: string) => Promise<Record<string, unknown>>
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

/** Each write to a customer and to a task once. */
export async function writeToCustomer(read: Read, write: Write): Promise<void> {
  const [customer] = (await read('/api/admin/customers?q=asha@example.com')).items as Answer[]
  const path = `/api/admin/customers/${customer?.id}`
  const { version } = await read(path)
  const change = { name: 'Asha B. Rao', email: 'asha@example.com', phone: '', language: '', tags: [], version }
  await write(`PUT ${path}`, { ...change, marketing: 'agreed' }, 'changed')
  const note = await write(`POST ${path}/notes`, { text: 'On record' }, 'made')
  await write(`DELETE ${path}/notes/${note.id}`, {}, 'gone')
  await write(`POST ${path}/notes/${note.id}/restoration`, {}, 'made')
  await writeToTasks(customer?.id ?? '', write)
}
