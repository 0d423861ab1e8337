import { useRef, useState } from 'react'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { UploadError } from './send-file.ts'

interface UploadState {
  /** Percent while it is uploading, else null. */
  readonly progress: number | null
  readonly error: string
}
const idle: UploadState = { progress: null, error: '' }

/** Uploads one file; `report` takes the percentage. Throws `UploadError`. */
export type Send = (report: (percent: number) => void) => Promise<void>

export interface Uploads {
  readonly stateOf: (key: string) => UploadState
  readonly start: (key: string, send: Send) => Promise<void>
  readonly forget: (key: string) => void
  readonly isBusy: boolean
}

/** Parallel uploads, each with its own progress and error. */
export function useUploads(): Uploads {
  const t = useText('documentField')
  const [states, setStates] = useState<Readonly<Record<string, UploadState>>>({})
  const running = useRef(new Set<string>())
  const set = (key: string, state: UploadState) => setStates((known) => ({ ...known, [key]: state }))
  const start = async (key: string, send: Send) => {
    if (running.current.has(key)) return
    running.current.add(key)
    set(key, { progress: 0, error: '' })
    try {
      await send((progress) => set(key, { progress, error: '' }))
      clearProblem()
      set(key, idle)
    } catch (thrown) {
      const uploadError = thrown instanceof UploadError ? thrown : null
      const objection = uploadError?.objection
      const title = objection ? t(`${objection}.title`) : t('failed.title')
      const text = objection ? t(`${objection}.text`) : uploadError?.message || t('failed.text')
      set(key, { progress: null, error: `${title}: ${text}` })
      showProblem(title, text)
    } finally {
      running.current.delete(key)
    }
  }
  return {
    start,
    stateOf: (key) => states[key] ?? idle,
    forget: (key) => set(key, idle),
    isBusy: Object.values(states).some(({ progress }) => progress !== null),
  }
}
