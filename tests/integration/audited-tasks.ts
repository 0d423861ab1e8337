type Answer = Record<string, unknown> & { id: string; version: number }
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

/** Each write to a task once. */
export async function writeToTasks(customerId: string, write: Write): Promise<void> {
  const facts = { text: 'On record', due_on: '2026-12-01', assignee_id: null }
  const task = await write('POST /api/admin/tasks', { customer_id: customerId, ...facts }, 'made')
  const path = `/api/admin/tasks/${task.id}`
  await write(`PUT ${path}`, { ...facts, text: 'Changed', version: task.version }, 'changed')
  await write(`PUT ${path}/done`, { done: true }, 'changed')
  await write(`DELETE ${path}`, {}, 'gone')
  await write(`POST ${path}/restoration`, {}, 'made')
}
