import { ImagePlus, Link2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { readFault, sendPicture } from '../api.ts'
import { lacksAlt } from '../form/alt-text.tsx'
import { moved } from '../form/rows-input.tsx'
import { textOf } from '../text.ts'
import { PictureTile } from './picture-tile.tsx'
import { UrlDialog } from './url-dialog.tsx'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isSingle?: boolean
  addresses: readonly string[]
  /** A list of addresses; for a single picture its address or ''. */
  onChange: (value: readonly string[] | string) => void
}

export function PicturesInput({ id, label, hint, error, isSingle = false, addresses, onChange }: Props) {
  const [isAsking, setAsking] = useState(false)
  const lacking = addresses.filter(lacksAlt).length
  const [dragged, setDragged] = useState<number | null>(null)
  // Uploads append to the latest list, which may have changed meanwhile.
  const latest = useRef(addresses)
  latest.current = addresses
  const set = (next: readonly string[]) => {
    latest.current = next
    onChange(isSingle ? (next.at(-1) ?? '') : next)
  }
  const upload = useUpload((address) => set([...latest.current, address]))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) void upload.send([...event.dataTransfer.files].slice(0, isSingle ? 1 : 20))
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <legend className="group-legend">{label}</legend>
      {hint ? <span className="field-hint">{hint}</span> : null}
      {addresses.length === 0 ? <p className="text-ink-2">{t('noImages')}</p> : null}
      {lacking > 0 && !isSingle ? (
        <p role="status" className="text-sm font-semibold text-warn">
          {t('lackAlt', { count: lacking, all: addresses.length })}
        </p>
      ) : null}
      <ol className={joinClasses('grid gap-3', isSingle ? 'max-w-xs' : 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-4')}>
        {addresses.map((address, at) => (
          <PictureTile
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice
            key={`${at}-${address}`}
            address={address}
            at={at}
            last={addresses.length - 1}
            isSingle={isSingle}
            onChange={(next) => set(addresses.map((each, index) => (index === at ? next : each)))}
            onMove={(to) => set(moved(addresses, at, to))}
            onRemove={() => set(addresses.filter((_, index) => index !== at))}
            onDrag={() => setDragged(at)}
            onDropHere={() => {
              if (dragged !== null && dragged !== at) set(moved(addresses, dragged, at))
              setDragged(null)
            }}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton id={id} isSingle={isSingle} upload={upload} />
        <Button
          variant="secondary"
          size="sm"
          icon={<Link2 aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {t('addUrl')}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t('drop')}</p>
      <FieldError error={error} />
      {upload.faults.map((fault) => (
        <Notice key={fault} tone="danger" role="alert">
          {fault}
        </Notice>
      ))}
      {isAsking ? (
        <UrlDialog
          onClose={() => setAsking(false)}
          onAdd={(address) => {
            set([...latest.current, address])
            setAsking(false)
          }}
        />
      ) : null}
    </fieldset>
  )
}

type Upload = ReturnType<typeof useUpload>
function useUpload(onSent: (address: string) => void) {
  const [waiting, setWaiting] = useState(0)
  const [faults, setFaults] = useState<readonly string[]>([])
  const send = async (files: readonly File[]) => {
    setFaults([])
    setWaiting(files.length)
    // Upload one at a time, to keep the chosen order.
    for (const file of files) {
      await sendPicture(file).then(onSent, (error: unknown) => {
        const reason = readFault(error).message
        setFaults((now) => [...now, `${t('uploadFailed', { name: file.name })}${reason ? `: ${reason}` : ''}`])
      })
      setWaiting((count) => count - 1)
    }
  }
  return { send, isWaiting: waiting > 0, faults }
}

function UploadButton({ id, isSingle, upload }: { id: string; isSingle: boolean; upload: Upload }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={id}
        variant="secondary"
        size="sm"
        icon={<ImagePlus aria-hidden="true" />}
        loading={upload.isWaiting}
        loadingLabel={t('uploading')}
        onClick={() => input.current?.click()}
      >
        {t(isSingle ? 'uploadOne' : 'upload')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple={!isSingle}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        data-for={id}
        onChange={(event) => {
          void upload.send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
