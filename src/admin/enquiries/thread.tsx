import type { Enquiry, Thread, ThreadEntry } from '../../modules/content/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import { dateTime } from '../written.ts'
import { useRefreshEnquiries } from './use-thread.ts'

const t = textOf('enquiries')
const booking = textOf('booking')
const tones = { queued: 'neutral', sent: 'success', not_sent: 'warn', failed: 'danger' } as const

/** Replies and copied answers, oldest first; nothing while there are none. */
export const ThreadEntries = ({ enquiry, thread }: { enquiry: Enquiry; thread: Thread }) =>
  thread.entries.length === 0 ? null : (
    <ol aria-label={t('thread')} className="grid gap-3">
      {thread.entries.map((entry) => (
        <li key={entry.id} className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5 wrap-anywhere">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-ink-2">
            <span>
              <strong className="text-ink">{entry.kind === 'reply' ? entry.author : enquiry.name}</strong>
              {entry.kind === 'reply' ? null : ` · ${t('copiedBy', { name: entry.author })}`}
            </span>
            <time dateTime={entry.at}>{dateTime(entry.at)}</time>
          </p>
          <p className="typed whitespace-pre-wrap">{entry.text}</p>
          {entry.kind === 'reply' ? <MailState entry={entry} /> : <AnswerSteps enquiry={enquiry} entry={entry} />}
        </li>
      ))}
    </ol>
  )

function MailState({ entry: { mail } }: { entry: ThreadEntry }) {
  const mayRetry = useMayEnter('mail')
  const refresh = useRefreshEnquiries()
  const retry = useAction(
    () => api.mail.admin.retry({ messageId: mail?.id ?? '' }),
    { done: t('sentAgain'), failed: t('sendAgainFailed') },
    refresh,
  )
  if (!mail) return null
  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge tone={tones[mail.status]}>{booking(`mailStatuses.${mail.status}`)}</Badge>
      {mail.lastError ? <p className="text-sm break-words text-danger">{mail.lastError}</p> : null}
      {mail.canRetry && mayRetry ? (
        <Button variant="secondary" size="sm" loading={retry.isPending} onClick={retry.run}>
          {t('sendAgain')}
        </Button>
      ) : null}
      <Fault fault={retry.fault} />
    </div>
  )
}

function AnswerSteps({ enquiry, entry }: { enquiry: Enquiry; entry: ThreadEntry }) {
  const refresh = useRefreshEnquiries()
  const which = { enquiryId: enquiry.id, entryId: entry.id }
  const undo = () => api.content.admin.restoreAnswer(which)
  const remove = useAction(
    () => api.content.admin.removeAnswer(which),
    {
      done: () => offerUndo({ tone: 'success', title: t('answerDeleted'), undo, onSettled: refresh }),
      failed: t('answerDeleteFailed'),
    },
    refresh,
  )
  return (
    <div>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 text-danger!"
        loading={remove.isPending}
        aria-label={t('deleteAnswer', { at: dateTime(entry.at) })}
        onClick={remove.run}
      >
        {t('delete')}
      </Button>
      <Fault fault={remove.fault} />
    </div>
  )
}
