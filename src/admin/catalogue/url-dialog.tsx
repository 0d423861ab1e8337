import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')

/** The specification's prompt (A§5): the address is kept as it is, nothing is fetched from it. */
export function UrlDialog({ onAdd, onClose }: { onAdd: (address: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const address = typed.trim()
  const isAddress = /^(https?:\/\/\S+|\/[^/\\\s]\S*)$/i.test(address)
  const add = () => (isAddress ? onAdd(address) : setRefused(true))
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('addUrl')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={add}>{t('add')}</Button>
        </>
      }
    >
      <Field label={t('urlPrompt')} error={isRefused && !isAddress ? t('urlNeeded') : undefined}>
        <TextInput
          inputMode="url"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Not the editor's form around the dialog.
            event.preventDefault()
            add()
          }}
        />
      </Field>
    </Dialog>
  )
}
