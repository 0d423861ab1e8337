import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { say, textOf } from '../text.ts'
import { type EditorField, type FormValues, inWords } from './form.ts'
import type { EditorState } from './use-editor.ts'

const t = textOf('catalogue')
type Props = { editor: EditorState; conflict: NonNullable<EditorState['conflict']> }

/** Shows both versions of conflicting fields side by side. Fields changed on one side only are kept either way. */
export function ConflictDialog({ editor, conflict }: Props) {
  const { conflicts, merged, theirs } = conflict
  const keepMine = () => editor.settle(merged)
  const takeTheirs = () =>
    editor.settle({ ...merged, ...Object.fromEntries(conflicts.map(({ path }) => [path, theirs[path]])) })
  return (
    <Dialog
      open
      onClose={keepMine}
      keepOnOutsidePress
      size="wide"
      title={t('conflictTitle')}
      closeLabel={t('close')}
      footer={
        <>
          {conflicts.length > 0 ? (
            <Button variant="secondary" onClick={takeTheirs}>
              {t('takeTheirs')}
            </Button>
          ) : null}
          <Button onClick={keepMine}>{t('keepMine')}</Button>
        </>
      }
    >
      <p className="mb-4">{t(conflicts.length > 0 ? 'conflictHint' : 'conflictNone')}</p>
      <div className="grid gap-5">
        {conflicts.map((field) => (
          <Versions key={field.path} field={field} mine={editor.values} theirs={theirs} />
        ))}
      </div>
    </Dialog>
  )
}

type VersionsProps = { field: EditorField; mine: FormValues; theirs: FormValues }
function Versions({ field: { spec, path }, mine, theirs }: VersionsProps) {
  return (
    <section aria-label={say(spec.label)}>
      <h3 className="mb-1 text-base">{say(spec.label)}</h3>
      <dl className="grid gap-3 sm:grid-cols-2">
        {(
          [
            ['mine', mine],
            ['theirs', theirs],
          ] as const
        ).map(([who, values]) => (
          <div key={who} className="rounded-sm border border-line bg-sunken p-3 wrap-anywhere">
            <dt className="text-sm text-ink-2">{t(who)}</dt>
            <dd className="whitespace-pre-wrap">{inWords(spec, values[path]) || t('nothing')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
