import type { PersonFacts } from '../../modules/account/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel, Rows } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('privacy')

/** Why it cannot be done now; null where it can. */
const hindranceOf = ({ is_staff, open }: PersonFacts): string | null =>
  is_staff ? t('isStaff') : open.length > 0 ? t('isOpen', { references: open.join(', ') }) : null

export function Found({ person, onErase }: { person: PersonFacts; onErase: () => void }) {
  const hindrance = hindranceOf(person)
  return (
    <div className="max-w-2xl">
      <Panel id="person" title={t('found')}>
        <Rows
          rows={[
            [t('email'), <Email key="email" address={person.email} />],
            [t('account'), t(person.has_account ? 'yes' : 'no')],
            [t('bookings'), String(person.bookings)],
            [t('messages'), String(person.messages)],
          ]}
        />
        {hindrance ? (
          <Notice tone="warn" role="status">
            {hindrance}
          </Notice>
        ) : (
          <Button variant="danger" className="justify-self-start" onClick={onErase}>
            {t('erase')}
          </Button>
        )}
      </Panel>
    </div>
  )
}
