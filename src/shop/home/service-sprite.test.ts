import { expect, test } from 'vitest'
import { menuIcons } from '../../modules/content/rules/menu-icons.ts'
import { kinds } from '../../services/index.ts'
import { serviceIcon } from '../../ui/service-icons.ts'
import { spriteIcon } from './service-sprite.ts'

test.each([...kinds.map(({ icon }) => icon), undefined])(
  'the sprite has the same icon %s as the back office',
  (icon) => {
    const name = spriteIcon(icon)
    expect(menuIcons).toContain(name)
    expect(serviceIcon(icon).displayName).toBe(name)
  },
)
