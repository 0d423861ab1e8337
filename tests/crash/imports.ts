import { setTimeout as wait } from 'node:timers/promises'
import { startShop } from '../process/shop.ts'
import { admin, copyOf, discard, type Plan, query } from './folders.ts'
import { killDatabase } from './harness.ts'

const rows = 1_000
const batch = 200

type Shop = ReturnType<typeof startShop>

/** Kills the shop while it stores an import. The next start must complete it, with each row once. */
export async function killImports({ rounds, next, report }: Plan, template: string): Promise<void> {
  const dir = copyOf(template)
  let shop = startShop({ DATA_DIR: dir })
  const cookie = await signIn(await shop.listening)
  for (let round = 0; round < rounds; round++) {
    const title = `Import ${round}`
    const uploads = uploadsOf(shop, cookie)
    const { id } = await uploads.send(title)
    await uploads.become(id, 'checked')
    await uploads.commit(id)
    const least = Math.floor(next() * rows * 0.9)
    while ((await storedIn(dir, title)).brought < least) await wait(3)
    const before = performance.now()
    shop.signal('SIGKILL')
    if (round % 2 === 1) killDatabase(dir)
    await shop.ended
    shop = startShop({ DATA_DIR: dir })
    await shop.listening
    const recovery = performance.now() - before
    const stored = await storedIn(dir, title)
    const faults = stored.reported % batch === 0 ? [] : [`half a batch of ${title}: ${stored.reported}`]
    if (stored.brought !== stored.reported)
      faults.push(`${title}: ${stored.brought} items, reported ${stored.reported}`)
    await uploadsOf(shop, cookie).become(id, 'done')
    const done = await storedIn(dir, title)
    if (done.brought !== rows || done.reported !== rows)
      faults.push(`${title}: ${done.brought} items, reported ${done.reported}, of ${rows}`)
    const what = `after ${stored.brought} of ${rows} rows; found ${done.brought}, each once`
    report({ command: 'import', what, kills: 1, recovery, faults })
  }
  shop.signal('SIGTERM')
  await shop.ended
  discard(dir)
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
}

function uploadsOf(shop: Shop, cookie: string) {
  const ask = async (path: string, init: RequestInit = {}): Promise<{ id: string; state: string }> => {
    const headers = { cookie, ...init.headers }
    const answer = await fetch(`${await shop.listening}/api/admin/catalogue-uploads${path}`, { ...init, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    send: (title: string) => {
      const lines = Array.from({ length: rows }, (_, n) => `${title} row ${n},10`)
      const body = new FormData()
      body.set('file', new Blob([`title,price_adult\n${lines.join('\n')}`]), 'tours.csv')
      return ask('?kind=tour', { method: 'POST', body })
    },
    commit: (id: string) =>
      ask(`/${id}/commit`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    become: async (id: string, state: string) => {
      while ((await ask(`/${id}`)).state !== state) await wait(50)
    },
  }
}

/** The items of an import, and the rows that its report calls stored, in one snapshot. */
const storedIn = (dir: string, title: string): Promise<{ brought: number; reported: number }> =>
  query(dir, async (client) => {
    const { rows: counts } = await client.query<{ brought: number; reported: number }>(
      `select (select count(*)::int from services where title like $1) as brought,
        (select count(*)::int from catalogue_upload_rows where result = 'stored' and cells ->> 0 like $1) as reported`,
      [`${title} row %`],
    )
    return counts[0] ?? { brought: 0, reported: 0 }
  })
