type Answer = Record<string, unknown> & { id: string; version: number }
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

/** Each decision on a document once, and the way back. */
export async function decideOnDocuments(
  write: Write,
  path: string,
  [first, second]: readonly { readonly id: string }[],
): Promise<void> {
  await write(`POST ${path}/documents/${first?.id}/acceptance`, {}, 'changed')
  await write(`DELETE ${path}/documents/${first?.id}/acceptance`, {}, 'changed')
  await write(`POST ${path}/submission`, {}, 'changed')
  await write(`POST ${path}/documents/${second?.id}/requests`, { reason: 'Glare' }, 'changed')
}

/** The same of a review. */
export async function decideOnReview(write: Write, path: string, version: number): Promise<void> {
  const shown = await write(`POST ${path}/publication`, { version }, 'changed')
  const answered = await write(`PUT ${path}/reply`, { version: shown.version, reply: 'Thank you' }, 'changed')
  const hidden = await write(
    `DELETE ${path}/publication`,
    { version: answered.version, reason: 'On request' },
    'changed',
  )
  await write(`POST ${path}/reopening`, { version: hidden.version }, 'changed')
}
