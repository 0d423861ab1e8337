import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api, sendProof } from '../api.ts'
import { textOf } from '../text.ts'
import { Fault } from './panel.tsx'

const t = textOf('transfer')
type Props = { bookingId: string; onDone: () => void }

/** Adds a version of a proof that arrived another way, such as by mail, as an address or a file (D26, A176). */
export const ChangeProof = (props: Props) => (
  <Accordion title={t('change')} className="border-t border-line">
    <div className="grid grid-cols-1 gap-4">
      <ByAddress {...props} />
      <ByFile {...props} />
    </div>
  </Accordion>
)

function ByAddress({ bookingId, onDone }: Props) {
  const [url, setUrl] = useState('')
  const save = useAction(
    () => api.payment.admin.setProofUrl({ bookingId, url: url.trim() }),
    { done: t('urlUpdated'), failed: t('urlFailed') },
    onDone,
    () => setUrl(''),
  )
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim()) save.run()
      }}
      noValidate
    >
      <Field label={t('url')}>
        <TextInput
          type="url"
          value={url}
          maxLength={2000}
          placeholder="https://"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="secondary" size="sm" disabled={!url.trim()} loading={save.isPending}>
          {t('update')}
        </Button>
      </div>
      <Fault fault={save.fault} />
    </form>
  )
}

function ByFile({ bookingId, onDone }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [attempt, setAttempt] = useState(0)
  const id = useId()
  const send = useAction(
    async () => file && sendProof(bookingId, file),
    { done: t('uploaded'), failed: t('uploadFailed') },
    onDone,
    () => {
      setFile(null)
      // React cannot clear a file input, so a new key remounts it.
      setAttempt(attempt + 1)
    },
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="field-label">
        {t('file')}
      </label>
      <input
        key={attempt}
        id={id}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        className="input text-sm! file:me-3 file:font-semibold"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <div>
        <Button
          variant="secondary"
          size="sm"
          icon={<Upload aria-hidden="true" />}
          disabled={!file}
          loading={send.isPending}
          onClick={send.run}
        >
          {t('upload')}
        </Button>
      </div>
      <Fault fault={send.fault} />
    </div>
  )
}
