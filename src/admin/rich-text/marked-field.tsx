import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import type { MarkedFieldProps } from './rich-field.tsx'
import { usePart } from './use-part.ts'

const t = textOf('richText')
const loadEditor = () => import('./marked-editor.tsx')

/** A marked text, edited as it looks; its source where the editor cannot be loaded. */
export function MarkedField(props: MarkedFieldProps) {
  const { part, isFailed } = usePart(loadEditor)
  if (part) return <part.MarkedEditor {...props} />
  if (!isFailed) return <p className="text-ink-2">{t('loading')}</p>
  const { value, onChange, hint: _, ...field } = props
  return (
    <Field {...field} hint={t('source')}>
      <TextArea rows={8} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
