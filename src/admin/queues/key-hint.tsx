import { useKeySwitch } from '../shortcuts/key-switch.ts'

/** The letter of a shortcut, where there is a keyboard and letters are switched on. */
export function KeyHint({ name }: { name: string }) {
  const isOn = useKeySwitch()
  if (!isOn) return null
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="kbd">{name}</kbd>
    </span>
  )
}
