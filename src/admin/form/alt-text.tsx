import { Captions, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { withAlt } from '../../kernel/picture-edits.ts'
import { altOf, maxAlt, splitAlt } from '../../kernel/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { captionsIn } from '../../ui/captions.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { officeLanguage } from '../language.ts'
import { textOf } from '../text.ts'

const t = textOf('picture')

/** What the shop's own set says about a picture. */
const captionOf = (address: string): string => {
  const { file } = splitAlt(address)
  const captions = captionsIn(officeLanguage)
  return (Object.hasOwn(captions, file) && captions[file]) || ''
}
/** Neither staff nor the picture set say what the picture shows. */
export const lacksAlt = (address: string): boolean => address !== '' && !altOf(address) && !captionOf(address)

type ButtonProps = { address: string; name?: string | undefined; onChange: (address: string) => void }

/** Shows the alt text of a picture, or that it lacks one; opens the dialog that edits it. */
export function AltTextButton({ address, name, onChange }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const alt = altOf(address) || captionOf(address)
  const isMissing = alt === ''
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={[name ?? t('altText'), alt || t('altMissing')].join(': ')}
        title={alt || undefined}
        className={`flex min-h-9 w-full min-w-0 items-center gap-1.5 rounded-sm px-2 text-start text-xs hover:bg-sunken ${
          isMissing ? 'font-semibold text-warn' : 'text-ink-2'
        }`}
        onClick={() => setOpen(true)}
      >
        {isMissing ? (
          <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
        ) : (
          <Captions aria-hidden="true" className="size-4 flex-none" />
        )}
        <span className="truncate">{alt || t('altMissing')}</span>
      </button>
      {isOpen ? (
        <AltTextDialog
          address={address}
          onSave={(next) => {
            onChange(next)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

type DialogProps = { address: string; onSave: (address: string) => void; onClose: () => void }

function AltTextDialog({ address, onSave, onClose }: DialogProps) {
  const [typed, setTyped] = useState(altOf(address))
  const id = useId()
  const save = () => onSave(withAlt(address, typed))
  const caption = captionOf(address)
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('altText')}
      closeLabel={t('cancel')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={save}>{t('useAlt')}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Thumbnail address={address} sizes="30rem" className="aspect-[3/2] max-h-64 w-full" />
        <Field id={id} label={t('altText')} hint={caption ? t('altOfSet', { caption }) : t('altHint')}>
          <TextArea
            rows={2}
            maxLength={maxAlt}
            dir="auto"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              // An alt text is one line.
              if (event.key !== 'Enter') return
              event.preventDefault()
              save()
            }}
          />
        </Field>
        <p className="text-end text-sm text-ink-2 tabular-nums">
          {t('altCount', { count: typed.length, max: maxAlt })}
        </p>
      </div>
    </Dialog>
  )
}
