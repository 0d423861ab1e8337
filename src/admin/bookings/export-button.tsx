import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { stringifySearch } from '../search.ts'
import { textOf } from '../text.ts'
import { type BookingSearch, filterOf } from './filters.ts'

const t = textOf('bookings')
const messages = textOf('shell')

/** The server builds the file from all matching rows, not only the visible page (A143). */
export function ExportButton({ search }: { search: BookingSearch }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await download(search)
      showToast({ tone: 'success', title: t('exported') })
    } catch {
      showToast({ tone: 'error', title: messages('error'), description: t('exportFailed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" loading={isBusy} icon={<Download aria-hidden="true" />} onClick={() => void run()}>
      {t('export')}
    </Button>
  )
}

async function download(search: BookingSearch): Promise<void> {
  await saveAnswer(await fetch(`/api/admin/bookings.csv${stringifySearch(filterOf(search))}`))
}

/** Saves a file that the server has answered. */
export async function saveAnswer(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(String(answer.status))
  const name = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'bookings.csv'
  const address = URL.createObjectURL(await answer.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Give the browser time to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
