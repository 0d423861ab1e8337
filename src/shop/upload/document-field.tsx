import texts from 'shop-messages:documentField'
import { CheckCircle2, FileText, FileUp, RotateCcw, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { maxUploadBytes, uploadObjection } from './upload-rules.ts'
import { useFilePreview } from './use-file-preview.ts'

addMessages(texts)

/** An uploaded document, by its file name. */
export interface UploadedDocument {
  readonly name: string
  /** The agency has checked it. */
  readonly isAccepted?: boolean
}

export type DocumentFieldProps = {
  /** The id of the file input, for the error summary. */
  id?: string | undefined
  label: string
  hint?: string | undefined
  required: boolean
  /** Null while there is none. */
  value: UploadedDocument | null
  /** Called with an acceptable file; others are rejected here, in the specification's words (C217, C219). */
  onUpload: (file: File) => void
  /** Left out when the document can only be replaced. */
  onRemove?: (() => void) | undefined
  /** Percent while a file is uploading, else null. */
  progress: number | null
  /** Why the upload failed, or that the document is missing. */
  error?: string | undefined
  /** True if the last upload failed and the same file can be retried. */
  canRetry?: boolean | undefined
}

/** One requested document: its state, choose, replace, retry, remove and preview. */
export function DocumentField(props: DocumentFieldProps) {
  const { label, hint, required, value, onUpload, onRemove, progress, canRetry = false } = props
  const t = useText('documentField')
  const optional = useText('frame')('optional')
  const generated = useId()
  const id = props.id ?? generated
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  const choose = (chosen: File | undefined) => {
    // Closing the file chooser without a choice changes nothing.
    if (!chosen) return
    const objection = uploadObjection(chosen, maxUploadBytes)
    setRefusal(objection ? `${t(`${objection}.title`)}: ${t(`${objection}.text`)}` : '')
    if (objection) return showProblem(t(`${objection}.title`), t(`${objection}.text`))
    clearProblem()
    setFile(chosen)
    onUpload(chosen)
  }
  const remove = () => {
    setFile(null)
    onRemove?.()
    input.current?.focus()
  }
  const error = refusal || props.error
  const isBusy = progress !== null
  return (
    <div className={joinClasses('rounded-lg border bg-surface p-3', error ? 'border-danger' : 'border-line')}>
      <div className="flex items-center gap-3">
        <Thumbnail file={value || isBusy ? file : null} isThere={value !== null} />
        <div className="min-w-0 flex-1">
          <p id={`${id}-label`} className="font-semibold">
            {label}
            {required ? null : <span className="field-optional"> {optional}</span>}
          </p>
          <p id={`${id}-hint`} className="text-sm wrap-anywhere text-ink-2">
            {value ? (
              <>
                <CheckCircle2 aria-hidden="true" className="me-1 inline size-4 text-success" />
                {t(value.isAccepted ? 'accepted' : 'received')}: <bdi>{value.name}</bdi>
              </>
            ) : (
              (hint ?? t('kinds'))
            )}
          </p>
        </div>
      </div>
      {isBusy ? (
        <div role="status" className="mt-3 grid gap-1">
          <Progress label={`${label}: ${t('uploading')}`} percent={progress} />
          <p className="text-sm text-ink-2 tabular-nums">{t('progress', { percent: progress })}</p>
        </div>
      ) : null}
      <div className="mt-2">
        <FieldError id={`${id}-error`} error={error || undefined} />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <label
          htmlFor={id}
          className="relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-control px-4 font-semibold text-primary-strong hover:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-strong has-disabled:cursor-default has-disabled:opacity-60"
        >
          <FileUp aria-hidden="true" className="size-4.5" />
          {value ? t('replaceShort') : t('chooseShort')}
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf"
            className="sr-only"
            aria-label={value ? t('replace', { label }) : t('choose', { label })}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
            disabled={isBusy}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0])
              // Allows choosing the same file again after it was fixed.
              event.currentTarget.value = ''
            }}
          />
        </label>
        {canRetry && file && !isBusy ? (
          <Button
            variant="secondary"
            aria-label={t('retry', { label })}
            icon={<RotateCcw aria-hidden="true" />}
            onClick={() => onUpload(file)}
          >
            {t('retryShort')}
          </Button>
        ) : null}
        {value && onRemove && !isBusy ? (
          <Button
            variant="quiet"
            aria-label={t('remove', { label })}
            icon={<Trash2 aria-hidden="true" />}
            onClick={remove}
          >
            {t('removeShort')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Thumbnail({ file, isThere }: { file: File | null; isThere: boolean }) {
  const preview = useFilePreview(file)
  if (preview)
    return <img src={preview} alt="" className="size-14 flex-none rounded-sm border border-line object-cover" />
  return (
    <span className="grid size-14 flex-none place-items-center rounded-sm bg-tint text-primary-strong">
      {isThere ? <FileText aria-hidden="true" className="size-6" /> : <FileUp aria-hidden="true" className="size-6" />}
    </span>
  )
}
