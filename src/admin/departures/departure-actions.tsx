import { Link } from '@tanstack/react-router'
import { CalendarX, DoorClosed, DoorOpen, Download, Mail, Pencil, Printer, Trash2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { CancelDepartureDialog } from './cancel-dialog.tsx'
import { DepartureDialog } from './departure-dialog.tsx'
import { exceptionOf } from './departure-form.ts'
import { MessageDialog } from './message-dialog.tsx'

const t = textOf('departures')
const cancel = textOf('departureCancel')
const message = textOf('departureMessage')
type Props = { page: DeparturePage; onChanged: () => void; onRemoved: () => void }

export function DepartureActions({ page, onChanged, onRemoved }: Props) {
  const [isEdited, setEdited] = useState(false)
  const { service_id, date, time } = page
  const query = new URLSearchParams({ service_id, date, ...(time && { time }) })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {page.has_started ? null : (
        <>
          <Button icon={<Pencil aria-hidden="true" />} onClick={() => setEdited(true)}>
            {t('edit')}
          </Button>
          <CloseButton page={page} onChanged={onChanged} />
          <CancelButton page={page} onChanged={onChanged} />
        </>
      )}
      {page.is_added && page.taken === 0 ? <RemoveButton page={page} onRemoved={onRemoved} /> : null}
      {page.departure_id && page.date === agencyToday() ? (
        <Link
          to="/admin/check-in/departure/$departure"
          params={{ departure: page.departure_id }}
          className={buttonClass({ variant: 'secondary' })}
        >
          <UserCheck aria-hidden="true" /> {t('checkIn')}
        </Link>
      ) : null}
      {page.parties.length > 0 ? <MessageButton page={page} onChanged={onChanged} /> : null}
      <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <a href={`/api/admin/departure.csv?${query}`} download className={buttonClass({ variant: 'secondary' })}>
        <Download aria-hidden="true" /> {t('csv')}
      </a>
      {isEdited ? <DepartureDialog page={page} onDone={onChanged} onClose={() => setEdited(false)} /> : null}
    </div>
  )
}

/** Closing asks first when bookings exist, because they stay. */
function CloseButton({ page, onChanged }: Pick<Props, 'page' | 'onChanged'>) {
  const [isAsked, setAsked] = useState(false)
  const isClosed = page.is_closed
  const hide = () => setAsked(false)
  const toggle = useAction(
    () => api.inventory.admin.change({ ...exceptionOf(page), is_closed: !isClosed }),
    { done: t(isClosed ? 'opened' : 'nowClosed'), failed: t('saveFailed'), sayReason: true },
    onChanged,
    hide,
  )
  const mustAsk = !isClosed && page.taken > 0
  return (
    <>
      <Button
        variant="secondary"
        icon={isClosed ? <DoorOpen aria-hidden="true" /> : <DoorClosed aria-hidden="true" />}
        loading={toggle.isPending}
        onClick={mustAsk ? () => setAsked(true) : toggle.run}
      >
        {t(isClosed ? 'openSale' : 'closeSale')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('closeTitle')}
          confirm={t('closeSale')}
          isPending={toggle.isPending}
          fault={toggle.fault}
          onConfirm={toggle.run}
          onClose={hide}
        >
          <p>{t('closeHint', { taken: page.taken })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const isOpen = ({ booking_status: status }: DeparturePage['parties'][number]) =>
  status === 'pending' || status === 'confirmed'

/** Not while an earlier cancellation is still going on. */
function CancelButton({ page, onChanged }: Pick<Props, 'page' | 'onChanged'>) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked && (page.cancellation?.waiting || !page.parties.some(isOpen))) return null
  return (
    <>
      <Button
        variant="secondary"
        className="text-danger!"
        icon={<CalendarX aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        {cancel('button')}
      </Button>
      {isAsked ? <CancelDepartureDialog page={page} onChanged={onChanged} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

function MessageButton({ page, onChanged }: Pick<Props, 'page' | 'onChanged'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon={<Mail aria-hidden="true" />} onClick={() => setOpen(true)}>
        {message('button')}
      </Button>
      {isOpen ? <MessageDialog page={page} onDone={onChanged} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RemoveButton({ page, onRemoved }: Pick<Props, 'page' | 'onRemoved'>) {
  const [isAsked, setAsked] = useState(false)
  const hide = () => setAsked(false)
  const remove = useAction(
    () => api.inventory.admin.remove({ departure_id: page.departure_id ?? '' }),
    { done: t('removed'), failed: t('saveFailed'), sayReason: true },
    () => {},
    onRemoved,
  )
  return (
    <>
      <Button variant="secondary" icon={<Trash2 aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('removeTitle')}
          confirm={t('remove')}
          isPending={remove.isPending}
          fault={remove.fault}
          onConfirm={remove.run}
          onClose={hide}
        />
      ) : null}
    </>
  )
}
