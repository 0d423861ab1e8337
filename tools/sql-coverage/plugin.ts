import path from 'node:path'
import type { Plugin } from 'vite'
import { isCovered, tagsIn } from './tags.ts'

const root = path.join(import.meta.dirname, '../..')
const recorder = path.join(import.meta.dirname, 'recorder.ts')

/** In tests, every `sql` tag reports where it stands: sql`...` becomes sqlAt('file:line')`...`. */
export const sqlCoverage = (): Plugin => ({
  name: 'safar:sql-coverage',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(root, id.split('?')[0] ?? '').replaceAll('\\', '/')
    return isCovered(file) ? markTags(file, code) : null
  },
})

export function markTags(file: string, source: string): string | null {
  const tags = tagsIn(file, source)
  if (tags.length === 0) return null
  const marked = tags.reduceRight(
    (text, { where, start, end }) => `${text.slice(0, start)}sqlAt('${where}')${text.slice(end)}`,
    source,
  )
  return `import { sqlAt } from ${JSON.stringify(recorder)};${marked}`
}
