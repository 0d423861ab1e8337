import { type FormEvent, useState } from 'react'
import { referenceExample } from '../../modules/booking/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import { codeIn } from './code.ts'
import { ScanButton } from './scan-button.tsx'

const t = textOf('checkIn')

/** Finds a voucher by the camera, where the browser can read codes, or by its reference. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = codeIn(typed)
    setWrong(code === null)
    if (code) onCode(code)
  }
  return (
    <form onSubmit={submit} className="card px-4 py-4" noValidate>
      <Field
        label={t('reference')}
        hint={t('referenceHint', { example: referenceExample })}
        error={isWrong ? t('badReference') : undefined}
      >
        <TextInput
          value={typed}
          maxLength={400}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="secondary">
          {t('find')}
        </Button>
        <ScanButton onCode={onCode} />
      </div>
    </form>
  )
}
