import type { ReactNode } from 'react'
import type { PersonFacts } from '../../modules/account/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Panel, Rows } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('privacy')

type Props = {
  person: PersonFacts
  /** The button that saves the data as a file. */
  download?: ReactNode
  onErase: () => void
}

export function StoredData({ person, download, onErase }: Props) {
  const { is_staff, open } = person
  return (
    <div className="max-w-2xl">
      <Panel id="person" title={t('found')}>
        <Rows
          rows={[
            [t('email'), <Email key="email" address={person.email} />],
            [t('account'), t(person.has_account ? 'yes' : 'no')],
            [t('bookings'), String(person.bookings)],
            [t('messages'), String(person.messages)],
            [t('waiting'), String(person.waiting)],
          ]}
        />
        {download}
        {is_staff ? (
          <Notice tone="warn" role="status">
            {t('isStaff')}
          </Notice>
        ) : open.length > 0 ? (
          <StillOpen references={open} />
        ) : (
          <Button variant="danger" className="justify-self-start" onClick={onErase}>
            {t('erase')}
          </Button>
        )}
      </Panel>
    </div>
  )
}

const StillOpen = ({ references }: { references: readonly string[] }) => (
  <Notice tone="warn" role="status" title={t('openTitle')}>
    <ul className="flex list-none! flex-wrap gap-x-3 ps-0!">
      {references.map((reference) => (
        <li key={reference}>
          <a
            href={bookingHref(reference)}
            className="inline-block py-1 text-primary-strong underline underline-offset-2"
          >
            {reference}
          </a>
        </li>
      ))}
    </ul>
    <p>{t('isOpen')}</p>
  </Notice>
)
