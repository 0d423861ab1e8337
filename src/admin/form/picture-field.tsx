import { useMutation } from '@tanstack/react-query'
import { Crosshair, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { readUploadedPicture } from '../../kernel/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { shippedNames } from '../../ui/pictures.generated.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, sendPicture } from '../api.ts'
import { textOf } from '../text.ts'
import { AltTextButton } from './alt-text.tsx'
import { FocalPointDialog } from './focal-point-dialog.tsx'

const t = textOf('picture')
const shell = textOf('shell')

type Props = {
  label: string
  hint?: string | undefined
  required?: boolean
  offersShipped?: boolean
  /** The shop shows its alt text. */
  hasAlt?: boolean
  value: string
  error?: string | undefined
  onChange: (address: string) => void
}

/** A picture by address, by name from the picture set, or uploaded. */
export function PictureField(props: Props) {
  const { label, hint, required = false, offersShipped = false, hasAlt = false, value, error, onChange } = props
  const file = useRef<HTMLInputElement>(null)
  const [isAiming, setAiming] = useState(false)
  const upload = useMutation({
    mutationFn: sendPicture,
    onSuccess: (url) => {
      onChange(url)
      showToast({ tone: 'success', title: t('uploaded') })
    },
    onError: () => showToast({ tone: 'error', title: shell('error'), description: t('uploadFailed') }),
  })
  const fault = upload.error && (readFault(upload.error).message || shell('unreachable'))
  return (
    <div className="grid gap-2">
      <Field label={label} required={required} hint={hint} error={error ?? fault ?? undefined}>
        <TextInput
          list={offersShipped ? 'shop-pictures' : undefined}
          dir="ltr"
          maxLength={2000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {offersShipped ? (
        <datalist id="shop-pictures">
          {shippedNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<ImageUp aria-hidden="true" />}
          loading={upload.isPending}
          onClick={() => file.current?.click()}
        >
          {t('upload')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          aria-label={t('upload')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) upload.mutate(chosen)
          }}
        />
        {readUploadedPicture(value) ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<Crosshair aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setAiming(true)}
          >
            {t('focalPoint')}
          </Button>
        ) : null}
      </div>
      {hasAlt && value.trim() ? <AltTextButton address={value.trim()} onChange={onChange} /> : null}
      {isAiming ? (
        <FocalPointDialog
          address={value}
          onSave={(next) => {
            onChange(next)
            setAiming(false)
          }}
          onClose={() => setAiming(false)}
        />
      ) : null}
    </div>
  )
}
