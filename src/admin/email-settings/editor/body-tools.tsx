import { RectangleHorizontal, TableProperties } from 'lucide-react'
import type { MarkType } from 'prosemirror-model'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Editing } from '../../rich-text/editing.ts'
import { LinkDialog, type LinkTarget } from '../../rich-text/link-dialog.tsx'
import { Toolbar } from '../../rich-text/toolbar.tsx'
import { textTools } from '../../rich-text/tools.tsx'
import { useLink } from '../../rich-text/use-link.tsx'
import { textOf } from '../../text.ts'
import { buttonAt, insertButton, insertDetails, setButtonLink } from './mail-parts.ts'
import { bodySchema } from './mail-schema.ts'

const t = textOf('email')
type Props = { editing: Editing; id: string; targets: readonly LinkTarget[]; isAboutBooking: boolean }

export function BodyTools({ editing, id, targets, isAboutBooking }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const [isAiming, setAiming] = useState(false)
  const link = useLink(editing, bodySchema.marks.link as MarkType, targets)
  const { run, state, view } = editing
  const button = state && buttonAt(state)
  const close = () => {
    setAiming(false)
    view?.focus()
  }
  return (
    <>
      <Toolbar
        barRef={bar}
        label={t('tools')}
        controls={id}
        tools={[
          ...textTools(editing, bodySchema, button ? { isOn: true, open: () => setAiming(true) } : link),
          {
            key: 'button',
            label: t('addButton'),
            icon: <RectangleHorizontal aria-hidden="true" />,
            onPress: () => run(insertButton(targets[0]?.value ?? '')),
          },
          ...(isAboutBooking
            ? [
                {
                  key: 'details',
                  label: t('addDetails'),
                  icon: <TableProperties aria-hidden="true" />,
                  onPress: () => run(insertDetails),
                },
              ]
            : []),
        ]}
        onEscape={() => view?.focus()}
      />
      {button ? (
        <p className="text-extra">
          {t('buttonLeads', { to: targets.find(({ value }) => value === button.href)?.label ?? button.href })}
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAiming(true)}>
            {t('buttonChange')}
          </Button>
        </p>
      ) : null}
      {link.dialog}
      {isAiming && button ? (
        <LinkDialog
          href={button.href}
          asksWords={false}
          isRequired
          targets={targets}
          onSave={(href) => {
            setAiming(false)
            run(setButtonLink(href))
          }}
          onRemove={close}
          onClose={close}
        />
      ) : null}
    </>
  )
}
