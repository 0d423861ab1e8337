import { useState } from 'react'
import { isWebAddress } from '../../kernel/web-address.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')

/** The address prompt of the specification (A§5). The address is stored as entered and never fetched. */
export function UrlDialog({ onAdd, onClose }: { onAdd: (address: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const address = typed.trim()
  const isAddress = isWebAddress(address)
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
            // Do not submit the editor's form around this dialog.
            event.preventDefault()
            add()
          }}
        />
      </Field>
    </Dialog>
  )
}
