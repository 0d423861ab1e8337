import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, sendDocument } from '../api.ts'
import { textOf } from '../text.ts'
import { type DocumentPlace, nextPlace } from './document-places.ts'

const t = textOf('papers')
const shell = textOf('shell')

export interface ChosenFile {
  readonly id: number
  readonly file: File
  /** The key of its place; '' until one is chosen. */
  readonly place: string
  readonly state: 'ready' | 'sending' | 'sent'
  readonly fault: string | null
}
type Uploading = { bookingId: string; places: readonly DocumentPlace[]; first: string }

/** Files that staff chose, dropped or pasted, each with its place, and what became of them. */
export function useDocumentUpload({ bookingId, places, first }: Uploading) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isSending, setSending] = useState(false)
  const count = useRef(0)
  const change = (id: number, to: Partial<ChosenFile>) =>
    setFiles((now) => now.map((each) => (each.id === id ? { ...each, ...to } : each)))
  const add = (chosen: readonly File[]) => {
    const numbered = chosen.map((file) => ({ id: ++count.current, file }))
    setFiles((now) => numbered.reduce<readonly ChosenFile[]>((all, one) => placed(all, one, { places, first }), now))
  }
  /** Sends one after the other; files that arrived are not sent again. Returns how many are left. */
  const send = async (isChecked: boolean): Promise<number> => {
    const open = files.filter(({ state }) => state !== 'sent')
    for (const each of open) change(each.id, { fault: placeFault(each, files) })
    if (open.some((each) => placeFault(each, files) !== null)) return open.length
    setSending(true)
    let left = 0
    for (const { id, file, place } of open) {
      const target = places.find(({ key }) => key === place)
      if (!target) continue
      change(id, { state: 'sending' })
      const fault = await sendDocument(bookingId, { ...target, isChecked }, file).then(() => null, faultText)
      change(id, { state: fault === null ? 'sent' : 'ready', fault })
      if (fault !== null) left += 1
    }
    setSending(false)
    if (left === 0) showToast({ tone: 'success', title: t('uploadedMany', { count: open.length }) })
    return left
  }
  return {
    ...{ files, isSending, add, send },
    move: (id: number, place: string) => change(id, { place, fault: null }),
    remove: (id: number) => setFiles((now) => now.filter((each) => each.id !== id)),
  }
}

type Numbered = Pick<ChosenFile, 'id' | 'file'>
/** Adds a file at its likely place. */
function placed(
  now: readonly ChosenFile[],
  one: Numbered,
  { places, first }: Pick<Uploading, 'places' | 'first'>,
): readonly ChosenFile[] {
  const taken = now.map(({ place }) => place)
  const place = taken.includes(first) || first === '' ? nextPlace(places, taken) : first
  return [...now, { ...one, place, state: 'ready', fault: null }]
}

function placeFault({ place }: ChosenFile, files: readonly ChosenFile[]): string | null {
  if (place === '') return t('placeNeeded')
  return files.filter((other) => other.place === place).length > 1 ? t('placeTaken') : null
}

const faultText = (error: unknown): string => readFault(error).message || shell('unreachable')

/** Takes files that are pasted anywhere in the page, such as a picture copied from a chat. */
export function usePastedFiles(take: (files: readonly File[]) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
