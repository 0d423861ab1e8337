import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { textOf } from '../text.ts'
import { codeIn } from './code.ts'

const t = textOf('checkIn')

/** Not in the DOM types yet: https://developer.mozilla.org/docs/Web/API/BarcodeDetector */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: readonly string[]
}) => Detector) & {
  readonly getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser's own reader, or ours where it has none (Safari, Firefox) or none for these codes. */
async function createDetector(): Promise<Detector> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own && formats.includes('qr_code')) return new Own({ formats: ['qr_code'] })
  return (await import('./read-code.ts')).createReader()
}

/** No browser opens the camera for an insecure page. */
export const canScan = (): boolean => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined

const lookEveryMs = 200

/** The camera, until it sees the code of a voucher. */
export function ScanDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode
  const [problem, setProblem] = useState<'noCamera' | 'foreignCode' | null>(null)
  useEffect(() => {
    const seen = (text: string) => {
      const code = codeIn(text)
      if (code) latestOnCode.current(code)
      else setProblem('foreignCode')
    }
    return video.current ? watch(video.current, seen, () => setProblem('noCamera')) : undefined
  }, [])
  return (
    <Dialog open onClose={onClose} title={t('scanTitle')} closeLabel={t('close')} size="full">
      <div className="grid gap-3">
        {problem ? (
          <Notice tone="warn" role="alert">
            {t(problem)}
          </Notice>
        ) : (
          <p>{t('scanHint')}</p>
        )}
        <video
          ref={video}
          className="max-h-[60dvh] w-full rounded-md bg-sunken"
          muted
          playsInline
          aria-label={t('camera')}
        />
      </div>
    </Dialog>
  )
}

/** Scans until the returned function is called, which also turns the camera off. */
function watch(video: HTMLVideoElement, onSeen: (text: string) => void, onFailed: () => void): () => void {
  let isOver = false
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  const look = async (detector: Detector): Promise<void> => {
    // Skip an unreadable frame.
    const [code] = await detector.detect(video).catch(() => [])
    if (isOver) return
    if (code) onSeen(code.rawValue)
    if (!isOver) timer = setTimeout(() => void look(detector), lookEveryMs)
  }
  const start = async (): Promise<void> => {
    const detector = await createDetector()
    if (isOver) return
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver) return stop()
    video.srcObject = stream
    await video.play()
    await look(detector)
  }
  start().catch(() => {
    if (!isOver) onFailed()
  })
  return stop
}
