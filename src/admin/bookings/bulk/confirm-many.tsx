import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfirmPreview, RunView } from '../../../modules/booking/index.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choices.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { memoryKeys, requestKey } from '../../../ui/priced-form/request-keys.ts'
import { useAction } from '../../actions.ts'
import { api } from '../../api.ts'
import { LoadedList } from '../../lists/list-states.tsx'
import { textOf } from '../../text.ts'
import { Fault } from '../panel.tsx'
import { NamedBookings } from './named-bookings.tsx'

const t = textOf('bulkBookings')

type Props = { ids: readonly string[]; onStarted: (run: RunView) => void; onClose: () => void }

/** Previews which bookings will be confirmed, and why others will not. */
export function ConfirmMany({ ids, onStarted, onClose }: Props) {
  const [confirmsUnpaid, setConfirmsUnpaid] = useState(false)
  const [keys] = useState(memoryKeys)
  const preview = useQuery({
    queryKey: ['booking-run-preview', ids],
    queryFn: () => api.booking.admin.bulk.previewConfirm({ ids: [...ids] }),
    // Confirm exactly what the preview showed.
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  })
  const shown = preview.data
  const count = shown ? shown.ready + (confirmsUnpaid ? shown.unpaid.count : 0) : 0
  const start = useAction(
    async () => {
      const order = { versions: shown?.versions ?? {}, confirm_unpaid: confirmsUnpaid }
      const idempotencyKey = requestKey(keys, [preview.dataUpdatedAt, confirmsUnpaid])
      const run = await api.booking.admin.bulk.confirm(order, { context: { idempotencyKey } })
      onClose()
      onStarted(run)
    },
    { done: () => undefined, failed: t('confirmFailed'), sayReason: true },
    () => {},
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      title={shown && count > 0 ? t('confirmTitle', { count }) : t('confirmTitleNone')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          {count > 0 ? (
            <Button loading={start.isPending} onClick={start.run}>
              {t('confirmCount', { count })}
            </Button>
          ) : null}
        </>
      }
    >
      <LoadedList query={preview} words={(key) => t(`preview.${key}`)}>
        {({ unpaid, skipped }) => (
          <div className="grid gap-4">
            <p>{t(count > 0 ? 'confirmHint' : unpaid.count > 0 ? 'confirmUnpaidOnly' : 'confirmNone')}</p>
            <Unpaid unpaid={unpaid} isChosen={confirmsUnpaid} onChoose={setConfirmsUnpaid} />
            <Skipped skipped={skipped} />
            {count > 0 ? <p className="text-sm text-ink-2">{t('confirmChanges')}</p> : null}
          </div>
        )}
      </LoadedList>
      <Fault fault={start.fault} />
    </Dialog>
  )
}

type UnpaidProps = {
  unpaid: ConfirmPreview['unpaid']
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}
const Unpaid = ({ unpaid, isChosen, onChoose }: UnpaidProps) =>
  unpaid.count === 0 ? null : (
    <Notice tone="warn" title={t('unpaidTitle', { count: unpaid.count })}>
      <p>{t('unpaidHint')}</p>
      <NamedBookings title={t('show')} {...unpaid} />
      <Checkbox
        label={t('unpaidConfirm', { count: unpaid.count })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </Notice>
  )

const Skipped = ({ skipped }: Pick<ConfirmPreview, 'skipped'>) =>
  skipped.length === 0 ? null : (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('skippedTitle')}</h3>
      {skipped.map(({ reason, ...bookings }) => (
        <NamedBookings key={reason} title={t(`skipped.${reason}`, { count: bookings.count })} {...bookings} />
      ))}
    </section>
  )
