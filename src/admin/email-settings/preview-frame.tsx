import { useLayoutEffect, useRef, useState } from 'react'
import type { TemplatePreview } from '../../modules/mail/contract.ts'
import { textOf } from '../text.ts'

const t = textOf('email')
export const widths = ['phone', 'desktop'] as const
export type Width = (typeof widths)[number]

const pixels = { phone: 360, desktop: 760 } as const
const height = 560

/**
 * Nothing of a mail runs in its preview: the frame is sandboxed without permissions, and its own policy allows styles and
 * pictures only. Links lead nowhere, because a sandbox opens no windows.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:"
const framed = (html: string): string =>
  html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">`)

/** The mail in a frame as wide as a phone or a mail program's window, made smaller where there is less room. */
export function PreviewFrame({ shown, width }: { shown: TemplatePreview; width: Width }) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number>(pixels.phone)
  useLayoutEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  const scale = Math.min(1, room / pixels[width])
  return (
    <div ref={place} className="min-w-0">
      <p className="mb-2 wrap-anywhere">
        <span className="text-ink-2">{t('subject')}: </span>
        <strong>{shown.subject}</strong>
      </p>
      <div
        className="overflow-hidden rounded-lg border border-line bg-surface"
        style={{ width: pixels[width] * scale, height: height * scale }}
      >
        <iframe
          sandbox=""
          title={t('previewTitle')}
          srcDoc={framed(shown.html)}
          className="origin-top-left"
          style={{ width: pixels[width], height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
