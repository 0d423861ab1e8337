import { useSay } from '../../ui/say.tsx'
import { useControlId } from '../booking-form/control-id.ts'
import { useText } from '../intl/intl.tsx'
import { DocumentField } from '../upload/document-field.tsx'
import { documentField } from './clearance-rules.ts'
import type { ClearanceForm } from './use-clearance-form.ts'

/** A tile for each document; optional ones are marked (C148). */
export function ClearanceDocuments({ clearance }: { clearance: ClearanceForm }) {
  const t = useText('okToBoard')
  const idOf = useControlId()
  const say = useSay()
  const { form, documents, requirements } = clearance
  return (
    <>
      <p className="mb-4 text-ink-2">{t('documentsText')}</p>
      <ul className="grid gap-3 xl:grid-cols-2">
        {requirements.map(({ name, label, required }) => {
          const field = documentField(name)
          const { value, progress, error, canRetry } = documents.of(name)
          return (
            <li key={name} className="min-w-0">
              <DocumentField
                id={idOf(field)}
                label={say(label)}
                required={required}
                value={value}
                progress={progress}
                error={error || form.errors[field]}
                canRetry={canRetry}
                onUpload={(file) => void documents.upload(name, file)}
                onRemove={() => documents.remove(name)}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
