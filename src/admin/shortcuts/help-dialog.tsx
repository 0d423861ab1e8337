import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Section, sectionLabel } from '../sections.ts'
import { textOf } from '../text.ts'
import { switchKeys, useKeySwitch } from './key-switch.ts'
import { letterOf } from './keys.ts'

const t = textOf('shortcuts')
type Props = { open: boolean; onClose: () => void; sections: readonly Section[] }

export function HelpDialog({ open, onClose, sections }: Props) {
  const isOn = useKeySwitch()
  const goes = sections.flatMap((section) => {
    const letter = letterOf(section)
    return letter ? [[['g', letter], sectionLabel(section)] as const] : []
  })
  const alone = [
    [['Ctrl', 'K'], t('palette')],
    [['/'], t('search')],
    [['n'], t('new')],
    [['?'], t('help')],
    [['j'], t('next')],
    [['k'], t('previous')],
    [['u'], t('up')],
    [['x'], t('select')],
    [['Shift', '↓', '↑'], t('selectRange')],
    [['a'], t('approve')],
    [['r'], t('reject')],
    [['s'], t('skip')],
    [['z'], t('undo')],
    [['+', '-', '0'], t('zoom')],
    [['t'], t('turn')],
  ] as const
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <Switch
        label={t('on')}
        hint={t('onHint')}
        checked={isOn}
        onChange={(event) => switchKeys(event.target.checked)}
      />
      <dl className="mt-4 grid gap-x-6 divide-y divide-line sm:grid-cols-2 sm:divide-y-0">
        {[...alone, ...goes].map(([keys, does]) => (
          <div key={does} className="flex min-h-11 items-center justify-between gap-3">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
