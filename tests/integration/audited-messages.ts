type Answer = Record<string, unknown> & { id: string; version: number }
type Read = (path: string) => Promise<Record<string, unknown>>
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

/** Each write to a message of a visitor, its thread and the canned replies once. */
export async function writeToMessages(read: Read, write: Write): Promise<void> {
  const [enquiry] = (await read('/api/admin/contact-messages')).items as Answer[]
  const path = `/api/admin/contact-messages/${enquiry?.id}`
  await write(`PUT ${path}/answered`, { answered: true }, 'changed')
  await write(`PUT ${path}/state`, { state: 'closed' }, 'changed')
  await write(`POST ${path}/replies`, { text: 'On record', last_entry: null }, 'made')
  const thread = await write(`POST ${path}/answers`, { text: 'Thanks' }, 'made')
  const answer = `${path}/answers/${(thread.entries as Answer[]).at(-1)?.id}`
  await write(`DELETE ${answer}`, {}, 'gone')
  await write(`POST ${answer}/restoration`, {}, 'made')

  const draft = { title: 'On record', text: 'Dear {{customer_name}}' }
  const canned = await write('POST /api/admin/canned-replies', draft, 'made')
  const one = `/api/admin/canned-replies/${canned.id}`
  await write(`PUT ${one}`, { ...draft, text: 'Changed', version: canned.version }, 'changed')
  await write(`DELETE ${one}`, {}, 'gone')
  await write(`POST ${one}/restoration`, {}, 'made')
}
