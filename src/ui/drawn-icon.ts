import { createElement, type SVGProps } from 'react'

type Attributes = Readonly<Record<string, string | number>>
export interface IconData {
  readonly name?: string
  readonly aliases?: readonly (string | null)[]
  readonly node: readonly (readonly [tag: string, attributes: Attributes])[]
}
type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>

const namesIt = /^(aria-|role$|title$)/

/**
 * A component for an icon of lucide-react: the same markup as the package's own, without what the shop does not use of
 * it (contexts, sizes by number, strokes that do not scale), which was over a kilobyte of every page's script. Builds
 * put it in the place of the package's `createLucideIcon` (tools/vite/icons.ts).
 */
export default function drawnIcon({ name, aliases = [], node }: IconData) {
  const names = ['lucide', ...(name ? [`lucide-${name}`] : []), ...aliases.map((alias) => `lucide-${alias}`)]
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className = '', ...rest }: IconProps) => {
    const props: Readonly<Record<string, unknown>> = rest
    const isNamed = Object.keys(props).some((prop) => namesIt.test(prop) && props[prop] != null)
    return createElement(
      'svg',
      {
        ...{ xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none' },
        ...{ stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' },
        className: [...new Set([...names, ...className.split(' ')])].filter(Boolean).join(' '),
        ...(!isNamed && { 'aria-hidden': 'true' }),
        ...rest,
      },
      parts,
    )
  }
}
