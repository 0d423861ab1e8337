/**
 * Runs before everything else of the shop. On pages that are read before they are used, it lets the visible content
 * arrive first: the shop's script starts when the page has loaded, or with the first touch, key or pointer move. On
 * every page it records what happens too early (a pressed button, a filled field, a submitted form) and repeats it once
 * the page is alive. Forms with an `action` are left to the browser, and so are links, except those that open a dialog.
 * Imports nothing; its names match document.ts and use-alive.ts.
 */
export {}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** An endless picture download must not keep the page from coming alive. */
const maxWaitMs = 4_000

let pressed: HTMLElement | null = null
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
  const control = target instanceof Element ? target.closest('button, a[aria-haspopup]') : null
  if (control instanceof HTMLButtonElement && control.type === 'button') pressed = control
  if (control instanceof HTMLAnchorElement) {
    event.preventDefault()
    pressed = control
  }
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

/** Forms without an `action` are handled by the shop; the browser would submit them to the current page. */
function holdForm(event: SubmitEvent): void {
  event.stopPropagation()
  if (!(event.target instanceof HTMLFormElement) || event.target.hasAttribute('action')) return
  event.preventDefault()
  sent = { form: event.target, by: event.submitter }
}

/**
 * React takes a field's present value for its initial one. The first event makes React take over the field. Then
 * React's tracker is set to another value, so that the second event counts as a change.
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

/** Only on pages whose document lists the files instead of loading them. */
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
  setTimeout(begin, maxWaitMs)
  if (document.readyState === 'complete') beginWhenIdle()
  else addEventListener('load', beginWhenIdle, { signal: decided.signal })
}

/** In batches: starting two dozen requests at once blocks a slow phone for too long. */
async function fetchEach(files: readonly string[]): Promise<void> {
  for (const [place, href] of files.entries()) {
    if (place % 6 === 5) await new Promise((next) => setTimeout(next))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

/** One by one, imports first: running all at once would block a slow phone. */
async function runEach(files: readonly string[]): Promise<void> {
  for (const file of files) await import(/* @vite-ignore */ file)
}
