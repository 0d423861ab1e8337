import { Notice } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import type { Invited } from './staff-dialogs.tsx'

const t = textOf('staff')

/** Only now: the server stores a digest of the link. */
export const InvitationLink = ({ invited: { email, link } }: { invited: Invited }) => (
  <Notice tone="info" className="mb-4" title={t('linkTitle', { email })}>
    <div className="mt-2 grid gap-2">
      <Field label={t('link')} hint={t('linkHint')}>
        <TextInput readOnly dir="ltr" value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <div>
        <CopyButton value={link} label={t('copyLink')} copiedLabel={t('copied')} variant="secondary" />
      </div>
    </div>
  </Notice>
)
