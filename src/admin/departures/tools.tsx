import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, CalendarCog, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { AddDialog } from './add-dialog.tsx'
import { BlockedDatesDialog } from './blocked-dates-dialog.tsx'
import { ChangeManyDialog } from './change-many-dialog.tsx'

const t = textOf('departures')

/** Actions that work for any service. */
export function Tools({ day }: { day: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'add' | 'many' | 'block' | null>(null)
  const navigate = useNavigate()
  const [added, setAdded] = useState<string | null>(null)
  // Once the dialog is gone: it holds back navigation while its form is changed.
  useEffect(() => {
    if (added && open === null) void navigate({ to: added })
  }, [added, open, navigate])
  const changed = () => {
    for (const key of ['departures', 'departure-days', 'departure']) void client.invalidateQueries({ queryKey: [key] })
  }
  const parts = { day, onChanged: changed, onClose: () => setOpen(null) }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" icon={<CalendarCog aria-hidden="true" />} onClick={() => setOpen('many')}>
        {t('changeMany')}
      </Button>
      <Button variant="secondary" icon={<Ban aria-hidden="true" />} onClick={() => setOpen('block')}>
        {t('blockedDates')}
      </Button>
      <Button data-key="new" icon={<Plus aria-hidden="true" />} onClick={() => setOpen('add')}>
        {t('add')}
      </Button>
      {open === 'add' ? (
        <AddDialog
          {...parts}
          onAdded={(href) => {
            setOpen(null)
            setAdded(href)
          }}
        />
      ) : null}
      {open === 'block' ? <BlockedDatesDialog {...parts} /> : null}
      {open === 'many' ? <ChangeManyDialog {...parts} /> : null}
    </div>
  )
}
