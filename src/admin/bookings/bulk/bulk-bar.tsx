import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck, Download, Mail, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { maxPrinted, type RunView } from '../../../modules/booking/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../actions.ts'
import { BulkFrame } from '../../lists/bulk-frame.tsx'
import type { Selected } from '../../lists/selection.ts'
import { textOf } from '../../text.ts'
import type { BookingSearch } from '../filters.ts'
import { ConfirmMany } from './confirm-many.tsx'
import { exportSelected } from './export-selected.ts'
import { MessageMany } from './message-many.tsx'
import { runKey } from './run-dialog.tsx'
import { SelectAll } from './select-all.tsx'

const t = textOf('bulkBookings')

type Props = {
  search: BookingSearch
  selected: Selected
  onSelect: (selected: Selected) => void
  /** Of the filter; null: more than were counted. */
  total: number | null
  onPrint: () => void
}

export function BulkBar({ search, selected, onSelect, total, onPrint }: Props) {
  const [open, setOpen] = useState<'confirm' | 'message' | null>(null)
  const client = useQueryClient()
  const openRun = useOpenRun(open !== null)
  const ids = [...selected.keys()]
  const save = useAction(
    () => exportSelected(ids),
    { done: t('exported', { count: ids.length }), failed: t('exportFailed'), sayReason: true },
    () => {},
  )
  const clear = () => onSelect(new Map())
  const close = () => setOpen(null)
  const started = (run: RunView) => {
    clear()
    // The dialog must know the run as just started, even if it ends at once.
    client.setQueryData(runKey(run.id), run)
    openRun(run.id)
  }
  const isTooLong = ids.length > maxPrinted
  return (
    <>
      <BulkFrame
        count={selected.size}
        more={<SelectAll search={search} selected={selected} total={total} onSelect={onSelect} />}
        onClear={clear}
      >
        <Button size="sm" icon={<CheckCheck aria-hidden="true" />} onClick={() => setOpen('confirm')}>
          {t('confirm')}
        </Button>
        <Button variant="secondary" size="sm" icon={<Mail aria-hidden="true" />} onClick={() => setOpen('message')}>
          {t('message')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" />}
          loading={save.isPending}
          onClick={save.run}
        >
          {t('export')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Printer aria-hidden="true" />}
          aria-disabled={isTooLong}
          title={isTooLong ? t('printTooMany', { max: maxPrinted }) : undefined}
          onClick={isTooLong ? undefined : onPrint}
        >
          {t('print')}
        </Button>
      </BulkFrame>
      {open === 'confirm' ? <ConfirmMany ids={ids} onStarted={started} onClose={close} /> : null}
      {open === 'message' ? <MessageMany ids={ids} onStarted={started} onClose={close} /> : null}
    </>
  )
}

/** Opens a run by its address, after the dialog that blocks navigation has closed. */
function useOpenRun(isBusy: boolean): (runId: string) => void {
  const navigate = useNavigate()
  const [started, setStarted] = useState<string | null>(null)
  useEffect(() => {
    if (started === null || isBusy) return
    setStarted(null)
    void navigate({
      to: '/admin/bookings',
      search: ((newest: BookingSearch) => ({ ...newest, run: started })) as never,
      resetScroll: false,
    })
  }, [started, isBusy, navigate])
  return setStarted
}
