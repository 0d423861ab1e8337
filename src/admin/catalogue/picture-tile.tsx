import { ArrowLeft, ArrowRight, Crosshair, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { readUploadedPicture, splitAlt } from '../../kernel/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { AltTextButton } from '../form/alt-text.tsx'
import { FocalPointDialog } from '../form/focal-point-dialog.tsx'
import { textOf } from '../text.ts'
import { Thumbnail } from './thumbnail.tsx'

const t = textOf('catalogue')
type Props = {
  address: string
  at: number
  last: number
  isSingle: boolean
  onChange: (address: string) => void
  onMove: (to: number) => void
  onRemove: () => void
  onDrag: () => void
  onDropHere: () => void
}

export function PictureTile({ address, at, last, isSingle, onChange, onMove, onRemove, onDrag, onDropHere }: Props) {
  const number = at + 1
  const { file } = splitAlt(address)
  const [isAiming, setAiming] = useState(false)
  const look = { variant: 'quiet', size: 'sm', iconOnly: true } as const
  return (
    <li
      className="overflow-hidden rounded-lg border border-line bg-surface"
      draggable={!isSingle}
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDropHere}
    >
      <Thumbnail
        address={address}
        sizes="(min-width: 64rem) 15rem, 50vw"
        className="aspect-[3/2] w-full rounded-none"
      />
      <p className="truncate px-2 pt-1 text-xs text-ink-2" title={file}>
        {isSingle ? file : `${t('image', { number })}: ${file}`}
      </p>
      <span className="block px-1">
        <AltTextButton
          address={address}
          name={isSingle ? undefined : t('altOfImage', { number })}
          onChange={onChange}
        />
      </span>
      <span className="flex justify-between p-1">
        {isSingle ? null : (
          <>
            <Button
              {...look}
              aria-disabled={at === 0}
              aria-label={t('imageUp', { number })}
              icon={<ArrowLeft className="mirror" aria-hidden="true" />}
              onClick={() => at > 0 && onMove(at - 1)}
            />
            <Button
              {...look}
              aria-disabled={at === last}
              aria-label={t('imageDown', { number })}
              icon={<ArrowRight className="mirror" aria-hidden="true" />}
              onClick={() => at < last && onMove(at + 1)}
            />
          </>
        )}
        {readUploadedPicture(address) ? (
          <Button
            {...look}
            aria-haspopup="dialog"
            aria-label={isSingle ? t('aimFeatured') : t('aimImage', { number })}
            icon={<Crosshair aria-hidden="true" />}
            onClick={() => setAiming(true)}
          />
        ) : null}
        <Button
          {...look}
          aria-label={isSingle ? t('removeFeatured') : t('removeImage', { number })}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      </span>
      {isAiming ? (
        <FocalPointDialog
          address={address}
          onSave={(next) => {
            onChange(next)
            setAiming(false)
          }}
          onClose={() => setAiming(false)}
        />
      ) : null}
    </li>
  )
}
