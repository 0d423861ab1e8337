// npm run db:new -- what-changes: creates an empty migration with the next number.
import { readdirSync, writeFileSync } from 'node:fs'

const name = process.argv[2]?.replaceAll('-', '_') ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run db:new -- what-changes   (lower case, words joined by hyphens)')
  process.exit(1)
}
const folder = new URL('../db/migrations/', import.meta.url)
const last =
  readdirSync(folder)
    .map((file) => Number(file.slice(0, 4)))
    .filter(Number.isInteger)
    .sort((a, b) => a - b)
    .at(-1) ?? 0
const file = `${String(last + 1).padStart(4, '0')}_${name}.sql`
writeFileSync(new URL(file, folder), '-- Why this change, in a sentence.\n', { flag: 'wx' })
console.log(`db/migrations/${file}`)
