import { type ReactNode, useState } from 'react'
import { youTubeId } from '../../services/shared/youtube.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** Warns about an address that the shop cannot show as a video (D159). YouTube is not contacted before a click. */
export function VideoInput({ value, onChange, ...field }: Props) {
  const [previewed, setPreviewed] = useState<string | null>(null)
  const video = youTubeId(value)
  return (
    <div className="grid gap-2">
      <Field {...field}>
        <TextInput value={value} onChange={(event) => onChange(event.target.value)} inputMode="url" />
      </Field>
      <div role="status">{value.trim() !== '' && !video ? <Notice tone="warn">{t('videoUnknown')}</Notice> : null}</div>
      {video && previewed !== video ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setPreviewed(video)}>
          {t('videoPreview')}
        </Button>
      ) : null}
      {video && previewed === video ? (
        <iframe
          className="aspect-video w-full max-w-xl rounded-lg border-0"
          src={`https://www.youtube-nocookie.com/embed/${video}`}
          title={t('videoTitle')}
          allowFullScreen
        />
      ) : null}
    </div>
  )
}
