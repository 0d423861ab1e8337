import { saveAnswer } from '../export-button.tsx'

/** The server builds the file; thousands of ids do not fit into an address. */
export async function exportSelected(ids: readonly string[]): Promise<void> {
  const answer = await fetch('/api/admin/booking-selection.csv', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  })
  await saveAnswer(answer)
}
