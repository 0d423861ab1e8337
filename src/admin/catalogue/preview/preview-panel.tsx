import { Notice } from '../../../ui/badge.tsx'
import { ChipRadio } from '../../../ui/choices.tsx'
import { agencyLanguages, shortLanguageName } from '../../agency-languages.ts'
import { textOf } from '../../text.ts'
import { listed } from '../../written.ts'
import { PhoneFrame } from './phone-frame.tsx'
import { changePreview, type PhoneWidth, phoneWidths } from './preview-choice.ts'
import type { ItemPreview } from './use-preview.ts'

const t = textOf('itemPreview')

/** The page as travellers would see it; what keeps it from being drawn is said above the last one. */
export function PreviewPanel({ preview, title }: { preview: ItemPreview; title: string }) {
  const { html, missing, fault, isDrawing, width, language } = preview
  const { all } = agencyLanguages()
  return (
    <section aria-label={t('title')} className="flex h-full min-h-0 flex-col items-center gap-3">
      <ChipRadio
        legend={t('width')}
        hideLegend
        flow
        name="phone-width"
        value={String(width)}
        onChange={(value) => changePreview({ width: Number(value) as PhoneWidth })}
        options={phoneWidths.map((each) => ({ value: String(each), label: t('pixels', { width: each }) }))}
      />
      {all.length > 1 ? (
        <ChipRadio
          legend={t('language')}
          hideLegend
          flow
          name="preview-language"
          value={language}
          onChange={(value) => changePreview({ language: value })}
          options={all.map((code) => ({ value: code, label: shortLanguageName(code) }))}
        />
      ) : null}
      {fault ? (
        <Notice tone="danger" role="alert" title={t('failed')}>
          {fault}
        </Notice>
      ) : missing.length > 0 ? (
        <Notice tone="info">{t(html ? 'stale' : 'waiting', { fields: listed(missing) })}</Notice>
      ) : null}
      {html ? (
        <div className="min-h-0 max-w-full flex-1 overflow-hidden rounded-xl border border-line">
          <PhoneFrame html={html} title={title} width={width} />
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isDrawing ? t('drawing') : ''}
      </p>
    </section>
  )
}
