import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, bookingQuery, paymentPageQuery } from '../client/queries.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { useGo } from '../routing/link.tsx'
import { sendFile, UploadError } from '../upload/send-file.ts'
import { maxUploadBytes, uploadObjection } from '../upload/upload-rules.ts'
import { useFilePreview } from '../upload/use-file-preview.ts'
import { usePaymentFlow } from './payment-flow.ts'

type ProofUploadProps = {
  access: BookingAccess
  versions: number
  /** GIF files are accepted too (C218). */
  mayBeGif: boolean
}
type Problem = { title: string; text: string }

/** One proof file: checked, previewed, uploaded with its progress, and retried after a failure. */
export function ProofUpload({ access, versions, mayBeGif }: ProofUploadProps) {
  const t = useMailText('upload')
  const upload = useProofUpload(access, mayBeGif)
  const kinds = mayBeGif ? t('kindsGif') : t('kinds')
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void upload.send()
  }
  if (upload.isDone) return <LoadingIndicator type="success" message={t('success')} />
  return (
    <form method="post" onSubmit={send} noValidate aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-xl">
        {versions > 0 ? t('titleAgain') : t('title')}
      </h2>
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-2">
        {t('hint')}
      </p>
      <label
        htmlFor={id}
        className="mt-4 flex min-h-24 cursor-pointer items-center gap-4 rounded-lg border-[1.5px] border-dashed border-control bg-bg p-4 hover:border-primary-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-strong"
      >
        <FilePreview file={upload.file} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">
            {upload.file ? <bdi>{upload.file.name}</bdi> : t('choose')}
          </span>
          <span className="block text-sm text-ink-2">{upload.file ? t('replace') : kinds}</span>
        </span>
        <input
          ref={upload.input}
          id={id}
          type="file"
          accept={`image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf${mayBeGif ? ',image/gif,.gif' : ''}`}
          className="sr-only"
          aria-describedby={upload.problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={upload.problem ? true : undefined}
          onChange={(event) => upload.choose(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <div className="mt-2">
        <FieldError
          id={`${id}-error`}
          error={upload.problem ? `${upload.problem.title}: ${upload.problem.text}` : undefined}
        />
      </div>
      <NoteField value={upload.note} onChange={upload.setNote} />
      {upload.percent === null ? null : (
        <div role="status" className="mt-4 grid gap-2">
          <Progress label={t('uploading')} percent={upload.percent} />
          <p className="text-sm text-ink-2 tabular-nums">{t('progress', { percent: upload.percent })}</p>
        </div>
      )}
      <Button type="submit" block className="mt-4" loading={upload.percent !== null} loadingLabel={t('uploading')}>
        {upload.canRetry ? t('retry') : t('send')}
      </Button>
    </form>
  )
}

/** A note from the customer, such as the name on the sending account; kept apart from staff notes (C183). */
function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const t = useMailText('upload')
  return (
    <Field label={t('note')} hint={t('noteHint')} optionalLabel={useText('frame')('optional')} className="mt-4">
      <TextArea rows={2} maxLength={1000} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}

function FilePreview({ file }: { file: File | null }) {
  const preview = useFilePreview(file)
  if (preview)
    return <img src={preview} alt="" className="size-16 flex-none rounded-sm border border-line object-cover" />
  return (
    <span className="grid size-16 flex-none place-items-center rounded-sm bg-tint text-primary-strong">
      <FileUp aria-hidden="true" className="size-7" />
    </span>
  )
}

/** How long the success message shows before the confirmation page opens (C182). */
const successMilliseconds = 1200

function useProofUpload(access: BookingAccess, mayBeGif: boolean) {
  const t = useMailText('upload')
  const { api } = useShop()
  const queryClient = useQueryClient()
  const go = useGo()
  const flow = usePaymentFlow()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [canRetry, setRetry] = useState(false)
  const [isDone, setDone] = useState(false)
  const refuse = (title: string, text: string) => {
    setProblem({ title, text })
    showProblem(title, text)
    input.current?.focus()
  }
  const choose = (chosen: File | null) => {
    setRetry(false)
    setProblem(null)
    clearProblem()
    setFile(chosen)
    const objection = chosen ? uploadObjection(chosen, maxUploadBytes, mayBeGif) : null
    if (objection) refuse(t(`${objection}.title`), t(`${objection}.text`))
  }
  const send = async () => {
    if (percent !== null) return
    const objection = file ? uploadObjection(file, maxUploadBytes, mayBeGif) : 'none'
    if (!file || objection) return refuse(t(`${objection ?? 'none'}.title`), t(`${objection ?? 'none'}.text`))
    setProblem(null)
    clearProblem()
    setPercent(0)
    try {
      // The token goes into the body: addresses end up in logs.
      await sendFile(
        `/api/bookings/${access.bookingId}/payment-proofs${mayBeGif ? '?flow=booking' : ''}`,
        file,
        { token: access.token ?? '', note: note.trim() },
        setPercent,
      )
      setDone(true)
      showToast({ tone: 'success', title: t('sentTitle'), description: t('sentText') })
      await queryClient.invalidateQueries({ queryKey: bookingQuery(api, access).queryKey })
      await queryClient.invalidateQueries(paymentPageQuery(api, access))
      const goOn = flow?.onDone ?? (() => go(confirmationHref(access.bookingId, access.token)))
      setTimeout(goOn, successMilliseconds)
    } catch (error) {
      const uploadError = error instanceof UploadError ? error : null
      setRetry(true)
      if (uploadError?.objection) refuse(t(`${uploadError.objection}.title`), t(`${uploadError.objection}.text`))
      else refuse(t('failed.title'), uploadError?.message || t('failed.text'))
    } finally {
      setPercent(null)
    }
  }
  return { input, file, note, setNote, problem, percent, canRetry, isDone, choose, send }
}
