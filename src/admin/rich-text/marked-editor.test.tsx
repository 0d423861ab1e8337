// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/dom'
import { toggleMark } from 'prosemirror-commands'
import type { MarkType } from 'prosemirror-model'
import { DOMParser } from 'prosemirror-model'
import { AllSelection, EditorState } from 'prosemirror-state'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { readHtml } from './inert-html.ts'
import { MarkedField } from './marked-field.tsx'
import { markedFormat, readText, writeText } from './marked-format.ts'
import { markedSchema } from './marked-schema.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

describe('a marked text in the editor', () => {
  const whole =
    '## A *title*\n\nOne **bold** word\nand [a **bold** link](/tours)\n\n- x\n- y\n\n1. z\n\n> note\n> more\n\n\\- 5\\* plain\n\n### End'
  it('comes back unchanged', () => {
    expect(writeText(readText(whole))).toBe(whole)
    expect(writeText(readText(''))).toBe('')
    expect(readText(whole).check()).toBeUndefined()
  })
  it('holds bold and italic at the same place', () => {
    const start = EditorState.create({ doc: readText('**a** b') })
    const state = start.apply(start.tr.setSelection(new AllSelection(start.doc)))
    toggleMark(markedSchema.marks.em as MarkType)(state, (step) => {
      const { doc } = state.apply(step)
      expect(writeText(doc)).toBe('***a*** *b*')
      expect(writeText(readText(writeText(doc)))).toBe(writeText(doc))
    })
  })
  it('takes from pasted HTML what it can hold, and no unsafe link', () => {
    const html =
      '<h1>T</h1><p style="color:red">a <b>b</b> <a href="javascript:alert(1)">c</a> <a href="https://x.example/(1)">d</a></p>' +
      '<ul><li>e<br>f<ul><li>g</li></ul></li></ul><table><tr><td>h</td></tr></table><script>i</script>'
    const cleaned = markedFormat.cleanPasted?.(html) ?? ''
    const doc = DOMParser.fromSchema(markedSchema).parse(readHtml(cleaned))
    doc.check()
    expect(writeText(doc)).toBe('## T\n\na **b** c [d](https://x.example/%281%29)\n\n- e f\n\n- g\n\nh')
  })
})

test('the tools change the text, say what applies, and undo it', async () => {
  let now = ''
  function Host() {
    const [value, setValue] = useState('First')
    now = value
    return <MarkedField id="t" label="Overview" required error="Too long" value={value} onChange={setValue} />
  }
  await act(async () => {
    root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(<Host />)
  })
  await act(() => vi.dynamicImportSettled())
  const text = screen.getByRole('textbox', { name: 'Overview' })
  expect(text.getAttribute('aria-required')).toBe('true')
  expect(text.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(String(text.getAttribute('aria-describedby')?.split(' ')[1]))?.textContent).toBe(
    'Too long',
  )
  const tools = within(screen.getByRole('toolbar', { name: 'Text tools' }))
  const press = (name: string) => act(async () => fireEvent.click(tools.getByRole('button', { name })))
  await press('Bulleted list')
  expect(now).toBe('- First')
  expect(tools.getByRole('button', { name: 'Bulleted list' }).getAttribute('aria-pressed')).toBe('true')
  await press('Bulleted list')
  await press('Heading')
  expect(now).toBe('## First')
  await press('Undo')
  await press('Undo')
  await press('Undo')
  expect(now).toBe('First')
  await act(async () => fireEvent.keyDown(text, { key: 'k', ctrlKey: true }))
  const dialog = within(screen.getByRole('dialog', { name: 'Link' }))
  await act(async () =>
    fireEvent.change(dialog.getByLabelText(/^Web or email/), { target: { value: 'safar.example' } }),
  )
  await act(async () => fireEvent.change(dialog.getByLabelText(/^Words/), { target: { value: 'us' } }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save link' })))
  expect(now).toContain('[us](https://safar.example)')
})
