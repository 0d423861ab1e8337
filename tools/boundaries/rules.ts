// Who may import whom (docs/ARCHITECTURE.md), as one pure decision per import. `judge` answers with the reason why
// an import is not allowed, or null.

export interface Import {
  /** Paths from the project's root, with forward slashes: 'src/modules/booking/rules.ts'. */
  readonly from: string
  /** A path as above, or the name of a package. */
  readonly to: string
  readonly isTypeOnly: boolean
  readonly isPackage: boolean
  /** `import()`: fetched when it runs. */
  readonly isLazy?: boolean
}

/** Which rooms a business room may look into, by door. */
const mayLookInto: Readonly<Record<string, readonly string[]>> = {
  payment: ['booking', 'catalogue'],
  booking: ['inventory', 'catalogue', 'promo'],
  inventory: ['catalogue'],
  content: ['booking', 'catalogue'],
  printouts: ['booking', 'catalogue'],
  review: ['booking', 'catalogue'],
  customer: ['booking', 'payment', 'account'],
  task: ['customer', 'booking', 'account'],
}
/** Each room queues its own mails (docs/decisions/0015); mail itself looks into settings only. */
const openToAll = ['settings', 'files', 'mail']
const portOf: Readonly<Record<string, string>> = {
  payments: 'payment',
  mail: 'mail',
  files: 'files',
  conversions: 'conversion',
}

/** Packages that only one place may know. */
const vendors: readonly { name: RegExp; onlyIn: RegExp }[] = [
  { name: /^(stripe|razorpay|@paypal\/.*)$/, onlyIn: /^src\/adapters\/payments\// },
  { name: /^nodemailer$/, onlyIn: /^src\/adapters\/mail\// },
  { name: /^@aws-sdk\//, onlyIn: /^src\/adapters\/files\/s3\// },
  { name: /^(modern-tar|pg-copy-streams)$/, onlyIn: /^src\/platform\/backup\// },
  { name: /^graphile-worker$/, onlyIn: /^src\/platform\// },
  { name: /^@fontsource/, onlyIn: /^(tools\/fonts|src\/ui|src\/modules\/printouts\/draw)\// },
]

/** Where a kind's schemas stand. */
const isSchemas = (path: string) =>
  /^src\/services\/[^/]+\/([a-z-]+-)?(fields|inputs|content|itinerary)\.ts$/.test(path)
/** What visitors fetch of a kind before they fill anything in, and what that is made of. */
const isLight = (path: string) =>
  /^src\/services\/([^/]+\/(rules\.ts|shop\.tsx)|shared\/[^/]+)$/.test(path) && !isSchemas(path)

const isServerFile = (path: string) => /\.server\.ts$/.test(path)
const isRules = (path: string) => /\/rules(\.ts|\/[^/]+\.ts)$/.test(path)
/** Tests, their stand-ins and what only wires or measures may reach anything. */
export const isFree = (path: string) =>
  !path.startsWith('src/') || path.startsWith('src/app/') || /\.test\.tsx?$/.test(path) || /\/testing\//.test(path)

function roomOf(path: string): { room: string; part: string; rest: string } {
  const [, room = '', part = '', ...rest] = path.split('/')
  return { room, part: rest.length > 0 ? part : '', rest: rest.length > 0 ? rest.join('/') : part }
}

const withoutSchemas = "a kind's rules and pages are fetched without its schemas"

export function judge(edge: Import): string | null {
  if (edge.isPackage) return judgePackage(edge)
  if (isFree(edge.from)) return null
  if (edge.to.startsWith('src/app/')) return 'nobody imports app'
  if (!edge.to.startsWith('src/')) return 'src/ imports nothing from outside src/'
  if (/\/testing\//.test(edge.to) || /\.test\.tsx?$/.test(edge.to)) return 'only tests import tests and stand-ins'
  if (isServerFile(edge.to) && !isServerFile(edge.from) && !edge.isTypeOnly)
    return 'what is not *.server.ts never reaches *.server.ts'
  if (isLight(edge.from) && isSchemas(edge.to) && !edge.isTypeOnly) return withoutSchemas
  if (isRules(edge.from)) return judgeRules(edge)
  return judgeRooms(edge)
}

function judgePackage({ from, to, isTypeOnly }: Import): string | null {
  if (isFree(from)) return null
  const vendor = vendors.find(({ name }) => name.test(to))
  if (vendor && !vendor.onlyIn.test(from)) return `${to} belongs to ${vendor.onlyIn.source}`
  if (isLight(from) && !isTypeOnly && to.startsWith('zod')) return withoutSchemas
  // Schemas are rules too, and zod is as pure as they are.
  if (isRules(from) && !isTypeOnly && !/^zod(\/mini)?$/.test(to)) return 'rules are pure: no package'
  if (from.startsWith('src/kernel/') && to.startsWith('node:')) return 'the kernel does no I/O'
  if (to.startsWith('node:') && !isServerFile(from)) return 'only *.server.ts may use node:*'
  return null
}

function judgeRules({ from, to, isTypeOnly }: Import): string | null {
  // A room may be divided into subjects: their rules see each other.
  const room = /^src\/modules\/[^/]+\//.exec(from)?.[0]
  const home = room ?? from.replace(/\/rules(\.ts|\/[^/]+\.ts)$/, '/')
  const isPureSibling = to.startsWith(home) && !isServerFile(to)
  if (to.startsWith('src/kernel/') || isPureSibling || to.startsWith('src/services/shared/')) return null
  // A browser door holds types, constants and pure rules only.
  const isBrowserDoor = /^src\/modules\/[^/]+\/index\.ts$/.test(to)
  if (isTypeOnly || isBrowserDoor) return judgeRooms({ from, to, isTypeOnly, isPackage: false })
  return 'rules import only the kernel, pure siblings and browser doors'
}

function judgeRooms(edge: Import): string | null {
  const from = roomOf(edge.from)
  const to = roomOf(edge.to)
  if (to.room === 'kernel') return null
  if (from.room === to.room && !['services', 'modules', 'adapters'].includes(from.room)) return null
  const judges: Record<string, () => string | null> = {
    services: () => fromService(edge, from, to),
    modules: () => fromModule(edge, from, to),
    adapters: () => fromAdapter(edge, from, to),
    shop: () => fromPages(edge, to),
    admin: () => fromPages(edge, to),
    web: () => fromWeb(edge, to),
  }
  return judges[from.room]?.() ?? (judges[from.room] ? null : `${from.room} may import only the kernel`)
}

type Room = ReturnType<typeof roomOf>

function fromService(edge: Import, from: Room, to: Room): string | null {
  if (to.room === 'ui') return edge.from.endsWith('.tsx') ? null : "only a kind's components (.tsx) may use ui"
  if (to.room !== 'services') return `a kind may not import ${to.room}`
  const isOwn = to.part === from.part || to.part === '' || to.part === 'shared' || from.part === ''
  return isOwn ? null : 'a kind never imports another kind'
}

function fromModule(edge: Import, from: Room, to: Room): string | null {
  if (to.room === 'services') return null
  if (to.room === 'platform')
    return isServerFile(edge.from) || isEvents(edge.from) ? null : 'modules use platform from *.server.ts only'
  if (to.room !== 'modules') return `modules may not import ${to.room}`
  if (from.part === to.part) return null
  const isAllowed = openToAll.includes(to.part) || mayLookInto[from.part]?.includes(to.part)
  if (!isAllowed) return `${from.part} may not look into ${to.part}`
  return isDoor(to.rest) || to.rest === 'contract.ts' ? null : `${to.part} is entered by its door`
}
const isDoor = (rest: string) => rest === 'index.ts' || rest === 'index.server.ts'
/** Declaration merging of event names needs the platform's interface, as a type. */
const isEvents = (path: string) => path.endsWith('/events.ts')

function fromAdapter(edge: Import, from: Room, to: Room): string | null {
  if (to.room === 'platform') return null
  if (to.room === 'modules')
    return to.part === portOf[from.part] && to.rest === 'port.ts' ? null : 'an adapter sees its own port only'
  if (to.room !== 'adapters') return `adapters may not import ${to.room}`
  const supplier = (rest: string) => rest.split('/')[0]
  const isList = /^index(\.server)?\.ts$/.test(from.rest)
  // The list for browsers loads a supplier's one file for them, and each only when it is needed.
  const isPopup = isPopupList(edge.from) && edge.isLazy === true && /^[^/]+\/shop\.ts$/.test(to.rest)
  const isOwn = from.part === to.part && (supplier(from.rest) === supplier(to.rest) || isList || isPopup)
  return isOwn ? null : 'an adapter never imports another'
}

/** What opens the suppliers' popups in the browser; the storefront carries nothing of it before one is chosen. */
const isPopupList = (path: string) => path === 'src/adapters/payments/shop.ts'

function fromPages(edge: Import, to: Room): string | null {
  if (isPopupList(edge.to) && edge.isLazy && edge.from.startsWith('src/shop/booking-payment/')) return null
  if (to.room === 'ui' || to.room === 'services') return null
  if (to.room !== 'modules') return `pages may not import ${to.room}`
  if (to.rest === 'index.ts' || (to.rest === 'contract.ts' && edge.isTypeOnly)) return null
  return to.rest === 'contract.ts'
    ? 'pages take only types from a contract (zod stays on the server)'
    : 'pages enter a module by index.ts'
}

function fromWeb({ isTypeOnly }: Import, to: Room): string | null {
  if (to.room === 'platform') return null
  if (to.room !== 'modules') return `web may not import ${to.room}`
  // The refusal table checks at compile time that every code has a message.
  if (to.rest === 'messages/en.json' && isTypeOnly) return null
  return isDoor(to.rest) || to.rest === 'contract.ts' ? null : 'web enters a module by its door'
}
