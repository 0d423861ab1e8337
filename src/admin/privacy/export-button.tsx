import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'

const t = textOf('privacy')

/** Saves everything that is stored about the person as one file. */
export function ExportPersonButton({ email, isNamed = false }: { email: string; isNamed?: boolean }) {
  const run = useAction(
    async () => save(await api.account.admin.exportPerson({ email })),
    { done: t('exported'), failed: t('exportFailed') },
    () => {},
  )
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        size="sm"
        loading={run.isPending}
        icon={<Download aria-hidden="true" />}
        onClick={() => !run.isPending && run.run()}
      >
        {isNamed ? t('exportNamed', { email }) : t('export')}
      </Button>
      <Fault fault={run.fault} />
    </div>
  )
}

function save({ file_name, html }: { file_name: string; html: string }): void {
  const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  Object.assign(document.createElement('a'), { href: address, download: file_name }).click()
  // Give the browser time to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
