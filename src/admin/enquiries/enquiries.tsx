import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MailOpen, MessageSquareText } from 'lucide-react'
import { type Enquiry, enquiryStates, messageTopics } from '../../modules/content/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { QueueLink } from '../queues/queue-link.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { CannedReplies } from './canned-replies.tsx'
import { EnquiryDialog, StateBadge } from './enquiry-dialog.tsx'

const t = textOf('enquiries')
type Filters = { q?: string; status?: string; topic?: string; message?: string; view?: string }

const statusOptions = [
  { value: '', label: t('all') },
  ...enquiryStates.map((value) => ({ value, label: t(`states.${value}`) })),
]
const topicOptions = [
  { value: '', label: t('allTopics') },
  ...messageTopics.map((value) => ({ value, label: t(`topics.${value}`) })),
]

export function Enquiries() {
  const { view }: Filters = useSearch({ strict: false })
  return view === 'canned' ? <CannedReplies /> : <Messages />
}

function Messages() {
  const search: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: Filters) =>
    void navigate({
      to: '/admin/messages',
      search: ((newest: Filters) => ({ ...newest, ...next })) as never,
      replace: !('message' in next),
      resetScroll: false,
    })
  return (
    <>
      <title>{t('title')}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <Link
          to="/admin/messages"
          search={{ view: 'canned' } as never}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <MessageSquareText aria-hidden="true" /> {t('cannedReplies')}
        </Link>
      </div>
      <search>
        <form
          className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr]"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            q={search.q ?? ''}
            onSearch={(q) => change({ q })}
            className="max-md:col-span-2"
          />
          <Field label={t('status')}>
            <Select
              value={search.status === 'open' ? 'new' : (search.status ?? '')}
              onChange={(event) => change({ status: event.target.value })}
              options={statusOptions}
            />
          </Field>
          <Field label={t('topic')}>
            <Select
              value={search.topic ?? ''}
              onChange={(event) => change({ topic: event.target.value })}
              options={topicOptions}
            />
          </Field>
        </form>
      </search>
      <List search={search} />
      {search.message ? <EnquiryDialog id={search.message} onClose={() => change({ message: '' })} /> : null}
    </>
  )
}

function requestOf({ q, status, topic }: Filters) {
  const known = messageTopics.find((each) => each === topic)
  // Older links say 'open'.
  const state = enquiryStates.find((each) => each === (status === 'open' ? 'new' : status))
  return {
    ...(q && { q }),
    ...(state && { status: state }),
    ...(known && { topic: known }),
  }
}

function List({ search }: { search: Filters }) {
  const request = requestOf(search)
  return (
    <LongList
      queryKey={['enquiries', request]}
      ask={(after) => api.content.admin.enquiries({ ...request, limit: 25, ...after })}
      words={t}
      isFiltered={Object.keys(request).length > 0}
      icon={<MailOpen aria-hidden="true" />}
      status={({ open }) => t('waiting', { count: open })}
      action={({ open }) => <QueueLink name="messages" count={open} />}
    >
      {(enquiries) => (
        <ul aria-label={t('list')} className="card divide-y divide-line">
          {enquiries.map((item) => (
            <Row key={item.id} item={item} search={search} />
          ))}
        </ul>
      )}
    </LongList>
  )
}

const Row = ({ item, search }: { item: Enquiry; search: Filters }) => (
  <li className="relative grid gap-1 px-4 py-3 wrap-anywhere hover:bg-sunken sm:px-5">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Link
        to="/admin/messages"
        search={{ ...search, message: item.id } as never}
        resetScroll={false}
        aria-label={t('openMessage', { name: item.name })}
        className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
      >
        {item.name}
      </Link>
      <span className="flex gap-1.5">
        <Badge>{t(`topics.${item.topic}`)}</Badge>
        <StateBadge state={item.state} />
      </span>
    </div>
    <p>{item.subject}</p>
    <p className="line-clamp-1 text-sm text-ink-2">{item.message}</p>
    <p className="text-sm text-ink-2">
      <time dateTime={item.created_at}>{dateTime(item.created_at)}</time>
      {item.entries > 0 ? ` · ${t('entries', { count: item.entries })}` : ''}
    </p>
  </li>
)
