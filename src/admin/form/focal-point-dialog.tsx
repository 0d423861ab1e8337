import { type KeyboardEvent, useState } from 'react'
import { focalSteps, withFocus } from '../../kernel/picture-edits.ts'
import { type FocalPoint, readUploadedPicture } from '../../kernel/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { pictureOf } from '../../ui/pictures.ts'
import { textOf } from '../text.ts'

const t = textOf('picture')

/** Frames of the shop that crop differently. */
const frames = ['3-2', '1-1', '16-9'] as const

/** Arrow keys move across the picture, not through a list. */
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-25, 0],
  ArrowRight: [25, 0],
  ArrowUp: [0, -25],
  ArrowDown: [0, 25],
}
const clamp = (percent: number): number => Math.min(100, Math.max(0, percent))

type Props = { address: string; onSave: (address: string) => void; onClose: () => void }

/** Chooses what stays in sight of an uploaded picture when a card, a phone or a banner crops it. */
export function FocalPointDialog({ address, onSave, onClose }: Props) {
  const uploaded = readUploadedPicture(address)
  const [focus, setFocus] = useState<FocalPoint>(uploaded?.focus ?? { x: 50, y: 50 })
  const focused = withFocus(address, focus)
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = moves[event.key]
    if (!by) return
    event.preventDefault()
    const next = { x: clamp(focus.x + by[0]), y: clamp(focus.y + by[1]) }
    setFocus(next)
    const at = (next.y / 25) * focalSteps.length + next.x / 25
    event.currentTarget.closest('fieldset')?.querySelectorAll('input')[at]?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('focalPoint')}
      closeLabel={t('cancel')}
      size="wide"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={() => onSave(focused)}>{t('useFocalPoint')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-2">{t('focalPointHint')}</p>
        <fieldset className="relative mx-auto w-fit">
          <legend className="sr-only">{t('focalPoint')}</legend>
          <img src={pictureOf(address).src} alt="" className="max-h-80 max-w-full rounded-md" />
          <span className="focal-grid">
            {focalSteps.flatMap((y) =>
              focalSteps.map((x) => (
                <label key={`${x}-${y}`} className="focal-point">
                  <input
                    type="radio"
                    name="focal-point"
                    checked={focus.x === x && focus.y === y}
                    aria-label={t('focalPlace', { x, y })}
                    onChange={() => setFocus({ x, y })}
                    onKeyDown={move}
                  />
                </label>
              )),
            )}
          </span>
        </fieldset>
        <div className="grid grid-cols-3 items-start gap-3" aria-hidden="true">
          {frames.map((ratio) => (
            <Picture
              key={ratio}
              picture={pictureOf(focused)}
              alt=""
              sizes="12rem"
              ratio={ratio}
              className="rounded-md"
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
