// The kinds' parts of the generic pages. Loaders fetch them and pages read them synchronously, so that the first render
// in the browser matches the server's.

import { findKind } from '../../services/index.ts'
import type { KindForm, KindList, KindRules, KindShop, ServiceKind } from '../../services/kind.ts'
import { addMessages } from '../intl/intl.tsx'

const shops = new Map<string, KindShop>()
const forms = new Map<string, KindForm>()
const lists = new Map<string, KindList>()
const rulesOfKinds = new Map<string, KindRules>()

export async function loadKindShop(kind: ServiceKind): Promise<void> {
  if (shops.has(kind.key)) return
  const { shop } = await kind.shop()
  shop.messages.forEach(addMessages)
  shops.set(kind.key, shop)
}
export async function loadKindForm(kind: ServiceKind): Promise<void> {
  if (!kind.form || forms.has(kind.key)) return
  const { form } = await kind.form()
  form.messages?.forEach(addMessages)
  forms.set(kind.key, form)
}
export async function loadKindList(kind: ServiceKind): Promise<void> {
  if (!kind.list || lists.has(kind.key)) return
  const { list } = await kind.list()
  list.messages?.forEach(addMessages)
  lists.set(kind.key, list)
}
export async function loadKindRules(kind: ServiceKind): Promise<void> {
  if (!rulesOfKinds.has(kind.key)) rulesOfKinds.set(kind.key, (await kind.rules()).rules)
}
/** The shop parts of all kinds in a mixed list. */
export async function loadKindShops(keys: Iterable<string>): Promise<void> {
  const known = [...new Set(keys)].map(findKind).filter((kind) => kind !== undefined)
  await Promise.all(known.map(loadKindShop))
}

export const kindShop = (key: string): KindShop | undefined => shops.get(key)
export const kindForm = (key: string): KindForm | undefined => forms.get(key)
export const kindList = (key: string): KindList | undefined => lists.get(key)
export const kindRules = (key: string): KindRules | undefined => rulesOfKinds.get(key)
