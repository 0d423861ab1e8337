import { useMutation } from '@tanstack/react-query'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('email')
const shell = textOf('shell')
type Words = { readonly subject: string; readonly html_body: string }

/** Previews the draft as an email. The sandboxed frame runs no scripts and opens no links. */
export function TemplatePreview({ template_name, words }: { template_name: string; words: Words }) {
  const { subject, html_body } = words
  const preview = useMutation({
    mutationFn: () => api.mail.admin.previewTemplate({ template_name, subject, html_body }),
  })
  const reason = preview.error && (readFieldErrors(preview.error)[0]?.message ?? readFault(preview.error).message)
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="secondary" loading={preview.isPending} onClick={() => preview.mutate()}>
          {t('preview')}
        </Button>
      </div>
      {preview.error ? (
        <Notice tone="danger" role="alert">
          {reason || shell('unreachable')}
        </Notice>
      ) : null}
      {preview.data ? (
        <>
          <p className="break-words">
            <span className="text-ink-2">{t('subject')}: </span>
            <strong>{preview.data.subject}</strong>
          </p>
          <iframe
            sandbox=""
            title={t('previewTitle')}
            srcDoc={preview.data.html}
            className="h-96 w-full rounded-lg border border-line bg-surface"
          />
        </>
      ) : null}
    </div>
  )
}
