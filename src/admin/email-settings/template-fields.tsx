import { Code, Type } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Language } from '../../kernel/language.ts'
import type { TemplateView } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Draft } from '../form/draft.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { usePart } from '../rich-text/use-part.ts'
import { textOf } from '../text.ts'
import { SourceFields } from './source-fields.tsx'
import type { Words } from './template-words.ts'

const t = textOf('email')
const rich = textOf('richText')
const loadVisual = () => import('./editor/visual-fields.tsx')

type Props = {
  template: TemplateView
  language: Language
  draft: Draft<Words>
  errorOf: (path: string) => string | undefined
  isDisabled: boolean
}
type Mode = 'visual' | 'source'

/**
 * Subject and text, in the visual editor or as HTML. HTML that the visual editor could not keep opens as source; so does
 * every template where the editor cannot be loaded.
 */
export function TemplateFields({ template, language, draft, errorOf, isDisabled }: Props) {
  const { part, isFailed } = usePart(loadVisual)
  const [chosen, setChosen] = useState<Mode | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { html_body } = draft.value
  const mode = chosen ?? (isFailed ? 'source' : part && (part.isKept(html_body) ? 'visual' : 'source'))
  // Decide once: editing the source must not switch the editor.
  useEffect(() => {
    if (chosen === null && mode !== null) setChosen(mode)
  }, [chosen, mode])
  const toVisual = () => (part?.isKept(html_body) ? setChosen('visual') : setAsking(true))
  if (mode === null) return <p className="text-ink-2">{rich('loading')}</p>
  const isLost = mode === 'source' && part !== null && !part.isKept(html_body)
  return (
    <>
      {isLost && !isDisabled ? <Notice>{t('sourceHint')}</Notice> : null}
      {mode === 'visual' && part ? (
        <part.VisualFields
          words={draft.value}
          language={language}
          variables={template.variables}
          isAboutBooking={template.isAboutBooking}
          isDisabled={isDisabled}
          errorOf={errorOf}
          onChange={draft.change}
        />
      ) : (
        <SourceFields variables={template.variables} language={language} draft={draft} errorOf={errorOf} />
      )}
      {isDisabled ? null : (
        <div>
          {mode === 'visual' ? (
            <Button variant="quiet" size="sm" icon={<Code aria-hidden="true" />} onClick={() => setChosen('source')}>
              {t('toSource')}
            </Button>
          ) : part ? (
            <Button variant="quiet" size="sm" icon={<Type aria-hidden="true" />} onClick={toVisual}>
              {t('toVisual')}
            </Button>
          ) : null}
        </div>
      )}
      {isAsking && part ? (
        <ConfirmDialog
          title={t('lossTitle')}
          confirm={t('lossSwitch')}
          back={t('lossStay')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            draft.change('html_body', part.simplified(html_body))
            setChosen('visual')
          }}
        >
          <p>{t('lossHint')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
