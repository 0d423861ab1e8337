import type { MarkType } from 'prosemirror-model'
import { type KeyboardEvent, useRef } from 'react'
import { textOf } from '../text.ts'
import { useEditing } from './editing.ts'
import { markedFormat } from './marked-format.ts'
import { markedSchema } from './marked-schema.ts'
import { type MarkedFieldProps, RichField, TextFrame, useTextLinks } from './rich-field.tsx'
import { Toolbar } from './toolbar.tsx'
import { textTools } from './tools.tsx'
import { useLink } from './use-link.tsx'

const t = textOf('richText')

/** Loaded by marked-field.tsx. */
export function MarkedEditor({ id: own, label, hint, error, required, value, onChange }: MarkedFieldProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { id, attributes } = useTextLinks({ id: own, hint: true, error, required })
  const editing = useEditing({ format: markedFormat, value, onChange, attributes, isDisabled: false })
  const link = useLink(editing, markedSchema.marks.link as MarkType)
  const openLink = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    link.open()
  }
  return (
    <RichField
      id={id}
      label={label}
      hint={
        <>
          {hint ? <>{hint} </> : null}
          {t('keys')}
        </>
      }
      error={error}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears a shortcut of the text inside */}
      <div onKeyDown={openLink}>
        <TextFrame
          editing={editing}
          tools={
            <Toolbar
              barRef={bar}
              label={t('tools')}
              controls={id}
              tools={textTools(editing, markedSchema, link)}
              onEscape={() => editing.view?.focus()}
            />
          }
        />
      </div>
      {link.dialog}
    </RichField>
  )
}
