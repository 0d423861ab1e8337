import type { UseQueryResult } from '@tanstack/react-query'
import type { ShownMail } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'

const t = textOf('mailPreview')

/** A mail as one customer will get it. The sandboxed frame runs no scripts and opens no links. */
export const MailPreview = ({ query }: { query: UseQueryResult<ShownMail> }) => (
  <LoadedList query={query} words={t}>
    {(mail) => (
      <div className="grid gap-3">
        {mail.is_active ? null : <Notice tone="warn">{t('off')}</Notice>}
        <p className="wrap-anywhere">
          <span className="text-ink-2">{t('to')}: </span>
          <bdi>{mail.to}</bdi>
          <br />
          <span className="text-ink-2">{t('subject')}: </span>
          <strong>{mail.subject}</strong>
        </p>
        <iframe
          sandbox=""
          title={t('title')}
          srcDoc={mail.html}
          className="h-96 w-full rounded-lg border border-line bg-surface"
        />
      </div>
    )}
  </LoadedList>
)
