import type * as z from 'zod'
import type { Money, RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { type HeldPromo, holdPromo } from '../../promo/index.server.ts'
import type { createInput } from '../contract.ts'
import { readPhone } from '../phone.server.ts'
import type { JudgedChoice } from '../rules/choice.ts'
import { normalizeEmail } from '../rules/reference.ts'

/** Reserves the promo code for this booking; null without a code. Refuses 'booking/invalid' for an invalid code. */
export async function holdCode(
  trx: Trx,
  request: z.output<typeof createInput>,
  { price }: JudgedChoice,
  service: CatalogueService,
  at: { readonly now: Date; readonly rates: RatesPerUsd },
): Promise<{ held: HeldPromo; discount: Money } | null> {
  if (!request.promo_code) return null
  const email = normalizeEmail(request.customer_email)
  const use = {
    ...at,
    kind: service.kind,
    serviceId: service.id,
    base: price.base,
    email,
    phone: readPhone(request.customer_phone ?? ''),
  }
  const decision = await holdPromo(trx, request.promo_code, use)
  if (decision.held && decision.discount) return { held: decision.held, discount: decision.discount }
  throw new Refusal('booking/invalid', {}, [{ path: 'promo_code', message: decision.error ?? '' }])
}
