/**
 * Runs before everything else of the shop, and is small enough for that. On pages that are read before they are used it
 * lets what the visitor sees arrive first: the shop's script begins once the page is there, or with the first touch,
 * key or move of the pointer, whichever comes sooner. On every page it keeps what is done before the shop has taken the
 * page over - a pressed button, a filled field, a sent form - and does it again once it has. Links, and forms that name
 * an address of their own, are the browser's until then: nobody else hears of them. Imports nothing; its names are those
 * of document.ts and use-alive.ts.
 */
export {}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A picture that never ends must not keep the page from coming alive. */
const longestWait = 4_000

let pressed: HTMLButtonElement | null = null
let sent: { readonly form: HTMLFormElement; readonly by: HTMLElement | null } | null = null
const filled = new Map<Field, string>()

if (!document.getElementById('shop')?.hasAttribute('data-alive')) {
  keepWhatIsDone()
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', beginInTime, { once: true })
  else beginInTime()
}

function keepWhatIsDone(): void {
  const heard = new AbortController()
  const listen = { capture: true, signal: heard.signal }
  addEventListener('click', notePress, listen)
  addEventListener('input', noteField, listen)
  addEventListener('change', noteField, listen)
  addEventListener('submit', holdForm, listen)
  addEventListener(
    'shop-alive',
    () => {
      heard.abort()
      for (const [field, value] of filled) tellAgain(field, value)
      if (pressed?.isConnected) pressed.click()
      if (sent?.form.isConnected) sent.form.requestSubmit(sent.by)
    },
    { once: true },
  )
}

function notePress(event: Event): void {
  event.stopPropagation()
  const { target } = event
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.type === 'button') pressed = button
}

function noteField(event: Event): void {
  event.stopPropagation()
  const { target } = event
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    filled.set(target, target.value)
}

/** A form without an address is the shop's own; the browser would send its fields to the page that it stands on. */
function holdForm(event: SubmitEvent): void {
  event.stopPropagation()
  if (!(event.target instanceof HTMLFormElement) || event.target.hasAttribute('action')) return
  event.preventDefault()
  sent = { form: event.target, by: event.submitter }
}

/**
 * React keeps what stands in a field, and takes it for what it has always been. The first event makes React take the
 * field over; then it is told that the field held something else, and the second event is a change.
 */
function tellAgain(field: Field, value: string): void {
  const isTicked = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
  const isChosen = field instanceof HTMLSelectElement || field.type === 'file'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field.type !== 'file' && field.value !== value) field.value = value
  trackerOf(field)?.setValue(isTicked ? String(!field.checked) : `${value} `)
  field.dispatchEvent(new Event(isTicked ? 'click' : isChosen ? 'change' : 'input', { bubbles: true }))
}

const trackerOf = (field: Field) =>
  (field as { readonly _valueTracker?: { readonly setValue: (value: string) => void } })._valueTracker

/** Only where the document leaves the beginning to us, by naming the files instead of fetching them. */
function beginInTime(): void {
  const named = document.getElementById('shop-modules')?.textContent
  if (!named) return
  const [entry = '', ...modules] = JSON.parse(named) as string[]
  const decided = new AbortController()
  const begin = (): void => {
    if (decided.signal.aborted) return
    decided.abort()
    void fetchEach(modules).then(() => runEach([...modules, entry]))
  }
  const beginWhenIdle = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 1_000 })
    else setTimeout(begin, 50)
  }
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input'])
    addEventListener(event, begin, { capture: true, passive: true, signal: decided.signal })
  setTimeout(begin, longestWait)
  if (document.readyState === 'complete') beginWhenIdle()
  else addEventListener('load', beginWhenIdle, { signal: decided.signal })
}

/** A few at a time: to begin two dozen requests at once takes a slow phone longer than a finger waits. */
async function fetchEach(files: readonly string[]): Promise<void> {
  for (const [place, href] of files.entries()) {
    if (place % 6 === 5) await new Promise((next) => setTimeout(next))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

/** One after the other, what is imported first: run as a whole they would keep a slow phone from answering for long. */
async function runEach(files: readonly string[]): Promise<void> {
  for (const file of files) await import(/* @vite-ignore */ file)
}
