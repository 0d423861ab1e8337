import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Mails } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod'
import type { mailRow } from '../../modules/mail/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { mailName } from './placeholder-names.ts'

const t = textOf('outbox')
type Mail = z.infer<typeof mailRow>
const statuses = ['sent', 'not_sent', 'failed', 'queued'] as const
type Status = (typeof statuses)[number] | 'all'
const tones = { queued: 'neutral', sent: 'success', not_sent: 'warn', failed: 'danger' } as const

export function Outbox() {
  const { mails }: { mails?: string } = useSearch({ strict: false })
  const [status, setStatus] = useState<Status>(statuses.find((each) => each === mails) ?? 'all')
  return (
    <section className="mt-8" aria-labelledby="outbox">
      <h2 id="outbox" className="text-xl">
        {t('title')}
      </h2>
      <ChipRadio
        className="my-3"
        legend={t('filter')}
        hideLegend
        flow
        name="mail-status"
        value={status}
        onChange={(value) => setStatus(value as Status)}
        options={(['all', ...statuses] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <LongList
        queryKey={['mails', 'outbox', status]}
        ask={(after) => api.mail.admin.messages({ limit: 20, ...(status !== 'all' && { status }), ...after })}
        words={t}
        isFiltered={status !== 'all'}
        icon={<Mails aria-hidden="true" />}
      >
        {(mails) => (
          <ul className="card divide-y divide-line">
            {mails.map((mail) => (
              <Row key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </LongList>
    </section>
  )
}

function Row({ mail }: { mail: Mail }) {
  const queries = useQueryClient()
  const retry = useAction(
    () => api.mail.admin.retry({ messageId: mail.id }),
    { done: t('requeued'), failed: t('requeueFailed') },
    () => {
      void queries.invalidateQueries({ queryKey: ['mails'] })
      void queries.invalidateQueries({ queryKey: ['dashboard'] })
    },
  )
  return (
    <li className="grid grid-cols-1 gap-1 p-4 wrap-anywhere">
      <p className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold break-words">
          <bdi>{mail.subject}</bdi>
        </span>
        <Badge tone={tones[mail.status]} className="flex-none">
          {t(`statuses.${mail.status}`)}
        </Badge>
      </p>
      <p className="text-sm text-ink-2">
        <Email address={mail.to} /> · {mailName(mail.template)} · {dateTime(mail.sentAt ?? mail.createdAt)}
      </p>
      {mail.lastError ? <p className="text-sm break-words text-danger">{mail.lastError}</p> : null}
      {mail.canRetry ? (
        <div>
          <Button variant="secondary" size="sm" loading={retry.isPending} onClick={retry.run}>
            {t('requeue')}
            <span className="sr-only">: {mail.subject}</span>
          </Button>
        </div>
      ) : null}
    </li>
  )
}
