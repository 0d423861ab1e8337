import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import { readAddress } from './address.ts'

const t = textOf('richText')

export type LinkTarget = { readonly value: string; readonly label: string }
type Props = {
  /** '' for a new link. */
  href: string
  /** Nothing is selected, so the link needs words of its own. */
  asksWords: boolean
  /** Addresses with a name, such as the link of a placeholder. */
  targets?: readonly LinkTarget[]
  /** It can be changed, but not removed. */
  isRequired?: boolean
  onSave: (href: string, words: string) => void
  onRemove: () => void
  onClose: () => void
}

export function LinkDialog({ href, asksWords, targets = [], isRequired = false, onSave, onRemove, onClose }: Props) {
  const isNamed = targets.some(({ value }) => value === href)
  const [target, setTarget] = useState(isNamed || href === '' ? href || (targets[0]?.value ?? '') : '')
  const [address, setAddress] = useState(isNamed ? '' : href)
  const [words, setWords] = useState('')
  const [isSent, setSent] = useState(false)
  const chosen = target !== '' ? target : readAddress(address)
  const wordsMissing = asksWords && words.trim() === ''
  const save = () => {
    setSent(true)
    if (chosen !== null && !wordsMissing) onSave(chosen, words.trim())
  }
  // The dialog may stand inside a form, which Enter would send.
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    save()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('linkTitle')}
      closeLabel={t('linkCancel')}
      footer={
        <>
          {href === '' || isRequired ? null : (
            <Button variant="quiet" className="me-auto" onClick={onRemove}>
              {t('linkRemove')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('linkCancel')}
          </Button>
          <Button onClick={save}>{t('linkSave')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in one of its fields saves */}
      <div className="grid gap-4" onKeyDown={saveOnEnter}>
        {targets.length > 0 ? (
          <Field label={t('linkTarget')}>
            <Select value={target} onChange={(event) => setTarget(event.target.value)}>
              {targets.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              <option value="">{t('linkOther')}</option>
            </Select>
          </Field>
        ) : null}
        {target === '' ? (
          <Field label={t('linkAddress')} required error={isSent && chosen === null ? t('linkBad') : undefined}>
            <TextInput
              dir="ltr"
              inputMode="url"
              maxLength={1_000}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
        ) : null}
        {asksWords ? (
          <Field label={t('linkWords')} required error={isSent && wordsMissing ? t('linkNoWords') : undefined}>
            <TextInput maxLength={200} value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
        ) : null}
      </div>
    </Dialog>
  )
}
