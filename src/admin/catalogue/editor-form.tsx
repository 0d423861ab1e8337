import { ExternalLink, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { AdminService } from '../../modules/catalogue/contract.ts'
import { inSchedule } from '../../services/shared/schedule-words.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { say, textOf } from '../text.ts'
import { itemTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import type { EditedKind } from './edited-kind.ts'
import { FieldInput, idOf } from './field-input.tsx'
import { errorsAt } from './form.ts'
import { LeftBehindDialog } from './left-behind-dialog.tsx'
import { changePreview } from './preview/preview-choice.ts'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { type ItemPreview, useItemPreview } from './preview/use-preview.ts'
import { RestoreItem } from './restore-item.tsx'
import { type EditorState, useEditor } from './use-editor.ts'

const t = textOf('catalogue')
const previewText = textOf('itemPreview')
type Props = {
  edited: EditedKind
  stored: AdminService | null
  onClose: () => void
  isDialog?: boolean
  /** The form of a single-item kind stays open after a save. */
  staysOpen?: boolean
}

export function EditorForm({ edited, stored, onClose, isDialog = false, staysOpen = false }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  const editor = useEditor(edited, stored, () => {
    if (!staysOpen) setLeaving(true)
  })
  // Leave only after the form is marked as saved, or the unsaved-changes guard would ask.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isLeaving) onClose()
  }, [isLeaving])
  const title = editor.stored
    ? t('editTitle', { title: editor.stored.title })
    : t('newTitle', { entity: edited.inSentence })
  const unsaved = useUnsaved(editor.isDirty && !isLeaving)
  const [isPreviewing, setPreviewing] = useState(false)
  const preview = useItemPreview(edited, editor, isPreviewing)
  const body = <FormBody edited={edited} editor={{ ...editor, errors: { ...preview.errors, ...editor.errors } }} />
  const actions = (
    <Actions
      editor={editor}
      preview={preview}
      onPreview={() => (preview.isWide ? changePreview({ isBeside: !preview.isBeside }) : setPreviewing(true))}
      onCancel={staysOpen ? null : onClose}
    />
  )
  const pageTitle = editor.stored ? previewText('page', { title: editor.stored.title }) : previewText('newPage')
  const panel = <PreviewPanel preview={preview} title={pageTitle} />
  const beside = preview.isBeside ? panel : null
  const extras = (
    <>
      {isPreviewing && !preview.isBeside ? (
        <Dialog
          open
          onClose={() => setPreviewing(false)}
          size="full"
          title={previewText('title')}
          closeLabel={previewText('close')}
        >
          {/* A phone has no room for the margins of a dialog beside a phone. */}
          <div className="h-full max-sm:-mx-5">{panel}</div>
        </Dialog>
      ) : null}
      {unsaved.question}
      {editor.question ? (
        <LeftBehindDialog question={editor.question} onSave={editor.saveAnyway} onClose={editor.closeQuestion} />
      ) : null}
      {editor.conflict ? <ConflictDialog editor={editor} conflict={editor.conflict} /> : null}
    </>
  )
  if (isDialog)
    return (
      <Dialog
        open
        onClose={onClose}
        keepOnOutsidePress
        size="full"
        title={title}
        closeLabel={t('close')}
        footer={actions}
        className={beside ? 'w-[min(calc(100vw-4rem),90rem)]!' : undefined}
      >
        <title>{title}</title>
        <Beside panel={beside} height="h-[calc(100dvh-16rem)]">
          {body}
        </Beside>
        {extras}
      </Dialog>
    )
  return (
    <Page title={staysOpen ? say(edited.kind.labels.plural) : title} actions={actions} beside={beside}>
      {body}
      {extras}
    </Page>
  )
}

/** The form, and where there is room the preview, which stays while the form scrolls. */
const Beside = ({ panel, height, children }: { panel: ReactNode; height: string; children: ReactNode }) =>
  panel === null ? (
    children
  ) : (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_auto] xl:gap-8">
      <div className="min-w-0">{children}</div>
      <div className={`sticky top-4 max-xl:hidden ${height}`}>{panel}</div>
    </div>
  )

type PageProps = { title: string; actions: ReactNode; beside: ReactNode; children: ReactNode }
const Page = ({ title, actions, beside, children }: PageProps) => (
  <div className={beside ? 'mx-auto max-w-7xl' : 'mx-auto max-w-4xl'}>
    <title>{title}</title>
    <h1 className="mb-3 text-2xl wrap-anywhere sm:text-3xl">{title}</h1>
    <Beside panel={beside} height="h-[calc(100dvh-7rem)]">
      {children}
    </Beside>
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-bg px-4 py-3 sm:mx-0 sm:px-0">
      {actions}
    </div>
  </div>
)

type ActionsProps = {
  editor: EditorState
  preview: ItemPreview
  onPreview: () => void
  onCancel: (() => void) | null
}
const Actions = ({ editor, preview, onPreview, onCancel }: ActionsProps) => (
  <>
    {editor.isDirty ? (
      <Badge tone="warn" className="me-auto">
        {t('unsaved')}
      </Badge>
    ) : null}
    {editor.stored?.status === 'active' ? (
      <a
        href={editor.stored.href}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'quiet' }, 'max-sm:hidden')}
      >
        <ExternalLink aria-hidden="true" /> {t('view')}
      </a>
    ) : null}
    {editor.stored ? <TranslateButton source={itemTexts(editor.stored)} /> : null}
    <Button variant="quiet" onClick={onPreview}>
      <Smartphone aria-hidden="true" /> {previewText(preview.isWide ? (preview.isBeside ? 'hide' : 'show') : 'open')}
    </Button>
    {onCancel ? (
      <Button variant="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
    ) : null}
    <Button loading={editor.isSaving} loadingLabel={t('saving')} onClick={editor.save}>
      {t('save')}
    </Button>
  </>
)

function FormBody({ edited, editor }: { edited: EditedKind; editor: EditorState }) {
  const { errors, attempt } = editor
  const { tabs } = edited
  const [active, setActive] = useState(tabs[0] ?? '')
  const wrong = edited.fields.filter(({ path }) => errorsAt(errors, path).length > 0)
  const firstWrong = wrong[0]?.tab
  // After a failed save, open the tab with the first error once, before the summary focuses the field.
  const [judged, setJudged] = useState(attempt)
  if (judged !== attempt) {
    setJudged(attempt)
    if (firstWrong) setActive(firstWrong)
  }
  const panel = (tab: string) => (
    <div className="grid grid-cols-1 gap-5">
      {edited.fields
        .filter((field) => field.tab === tab)
        .map((field) => (
          <FieldInput key={field.path} edited={edited} editor={editor} field={field} />
        ))}
    </div>
  )
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        editor.save()
      }}
    >
      {editor.stored?.removed ? (
        <Notice tone="warn">
          <p className="mb-2">{t('isArchived')}</p>
          <RestoreItem edited={edited} item={editor.stored} onRestored={editor.adopt} />
        </Notice>
      ) : null}
      <DraftNotice edited={edited} editor={editor} />
      {editor.fault ? (
        <Notice tone="danger" role="alert">
          {editor.fault}
        </Notice>
      ) : null}
      <ErrorSummary
        title={t('check')}
        attempt={attempt}
        errors={[
          ...wrong
            .flatMap(({ path }) => errorsAt(errors, path))
            .map(([path, message]) => ({ controlId: idOf(path), message: say(inSchedule(path, message)) })),
          ...Object.entries(errors).flatMap(([path, message]) =>
            wrong.some((field) => errorsAt({ [path]: message }, field.path).length > 0) ? [] : [{ message }],
          ),
        ]}
      />
      {tabs.length === 1 ? (
        panel(tabs[0] ?? '')
      ) : (
        <Tabs
          label={t('tabs')}
          activeKey={keyOf(active)}
          onChange={(key) => setActive(tabs.find((tab) => keyOf(tab) === key) ?? active)}
          tabs={tabs.map((tab) => ({
            key: keyOf(tab),
            label: <TabLabel name={tab} errors={wrong.filter((field) => field.tab === tab).length} />,
            content: panel(tab),
          }))}
        />
      )}
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  )
}

/** Ids must not contain spaces. */
const keyOf = (tab: string): string => tab.toLowerCase().replaceAll(' ', '-')

const TabLabel = ({ name, errors }: { name: string; errors: number }) => (
  <>
    {name}
    {errors > 0 ? (
      <span className="ms-2 inline-grid min-w-5 place-content-center rounded-full bg-danger px-1 text-xs font-semibold text-on-danger">
        <span aria-hidden="true">{errors}</span>
        <span className="sr-only">{t('tabErrors', { count: errors })}</span>
      </span>
    ) : null}
  </>
)
