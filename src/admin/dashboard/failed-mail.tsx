import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod'
import type { mailRow } from '../../modules/mail/contract.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('dashboard')
type Mail = z.infer<typeof mailRow>

export const FailedMail = ({ mails }: { mails: readonly Mail[] }) => (
  <ul className="mt-2 grid gap-3 ps-8">
    {mails.map((mail) => (
      <FailedRow key={mail.id} mail={mail} />
    ))}
  </ul>
)

function FailedRow({ mail }: { mail: Mail }) {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['mails'] })
    void queries.invalidateQueries({ queryKey: ['dashboard'] })
  }
  const retry = useAction(
    () => api.mail.admin.retry({ messageId: mail.id }),
    { done: t('mailQueued'), failed: t('mailRetryFailed') },
    refresh,
  )
  return (
    <li className="grid gap-1 text-sm">
      {mail.bookingId ? (
        <Link to="/admin/bookings" search={{ booking: mail.bookingId }}>
          {mail.subject}
        </Link>
      ) : (
        <span>{mail.subject}</span>
      )}
      <span className="text-ink-2">
        <Email address={mail.to} /> · {dateTime(mail.createdAt)}
      </span>
      {mail.lastError ? <span className="break-words text-ink-2">{mail.lastError}</span> : null}
      <span>
        <Button variant="secondary" size="sm" loading={retry.isPending} onClick={() => retry.run()}>
          {t('mailRetry')}
          <span className="sr-only">: {mail.subject}</span>
        </Button>
      </span>
    </li>
  )
}
