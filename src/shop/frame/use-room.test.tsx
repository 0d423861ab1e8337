// @vitest-environment happy-dom
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useRoom } from './free-place.ts'

function Floating() {
  const whole = useRef<HTMLElement>(null)
  return (
    <aside ref={whole} data-room={useRoom(whole, true)}>
      Help
    </aside>
  )
}

const button = () => document.createElement('button')
/** The icon of a search, which is no part of its field. */
const searchIcon = () => document.createElement('search').appendChild(document.createElement('svg'))

test.each([
  ['button', button],
  ['search', searchIcon],
])('the help button gives way when a line that appears beneath pushes it over a %s', async (_what, make) => {
  const seen = new Map<Element, () => void>()
  class Sizes {
    readonly #changed: () => void
    constructor(changed: () => void) {
      this.#changed = changed
    }
    observe(element: Element) {
      seen.set(element, this.#changed)
    }
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
  const below: Element[] = []
  document.elementsFromPoint = () => below
  const column = document.body.appendChild(document.createElement('div'))
  const root = createRoot(column)
  root.render(<Floating />)
  const room = () => column.querySelector('aside')?.dataset.room
  await vi.waitFor(() => expect(room()).toBe('label'))
  below.push(make())
  seen.get(column)?.()
  await vi.waitFor(() => expect(room()).toBe('none'))
  root.unmount()
})
