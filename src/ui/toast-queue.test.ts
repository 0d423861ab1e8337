import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, showToast, subscribeToToasts } from './toast-queue.ts'

let leave = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  leave = subscribeToToasts(() => {})
})

afterEach(() => {
  leave()
  for (const toast of readToasts()) dismissToast(toast.id)
  vi.useRealTimers()
})

const titles = () => readToasts().map((toast) => toast.title)

test('[C339, A319] a success message leaves after 4 seconds and not before', () => {
  showToast({ tone: 'success', title: 'Saved' })
  vi.advanceTimersByTime(3999)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('[C339, A319] an error message stays until it is closed', () => {
  const id = showToast({ tone: 'error', title: 'Error' })
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(titles()).toEqual(['Error'])
  dismissToast(id)
  expect(titles()).toEqual([])
})

test('the same message twice is shown once, and its time starts again', () => {
  showToast({ tone: 'success', title: 'Saved' })
  vi.advanceTimersByTime(3000)
  showToast({ tone: 'success', title: 'Saved' })
  vi.advanceTimersByTime(3000)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1000)
  expect(titles()).toEqual([])
})

test('[C339] the four seconds of a message start when there is something to draw it', () => {
  leave()
  showToast({ tone: 'success', title: 'Saved' })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Saved'])
  leave = subscribeToToasts(() => {})
  // React mounts and unmounts the host once more.
  subscribeToToasts(() => {})()
  vi.advanceTimersByTime(3999)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('a listener is called for each change until it unsubscribes', () => {
  const listener = vi.fn()
  const stop = subscribeToToasts(listener)
  showToast({ tone: 'info', title: 'One' })
  stop()
  showToast({ tone: 'info', title: 'Two' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a message with a button leaves after its time, but not while somebody is on the button', () => {
  const element = { matches: vi.fn(() => true) }
  vi.stubGlobal('document', { getElementById: () => element })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  showToast({ tone: 'success', title: 'Deleted', milliseconds: 10_000, action: { label: 'Undo', run: () => {} } })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Deleted'])
  expect(element.matches).toHaveBeenCalledWith(':hover,:focus-within')
  element.matches.mockReturnValue(false)
  vi.advanceTimersByTime(2_000)
  expect(titles()).toEqual([])
  vi.unstubAllGlobals()
})

test('a message with a button leaves a touch screen that was tapped at its place', () => {
  const element = { matches: (selectors: string) => selectors.includes(':hover') }
  vi.stubGlobal('document', { getElementById: () => element })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  showToast({ tone: 'success', title: 'Deleted', milliseconds: 10_000, action: { label: 'Undo', run: () => {} } })
  vi.advanceTimersByTime(10_000)
  expect(titles()).toEqual([])
  vi.unstubAllGlobals()
})
