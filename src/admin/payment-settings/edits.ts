import type { GatewayView } from '../../modules/payment/contract.ts'

/** Unsaved edits of one card. `version` is the one shown at the first edit. */
export type GatewayDraft = {
  readonly version: number
  readonly enabled?: boolean
  readonly settings?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string | null>>
  readonly manual_instructions?: string
  readonly display_name?: string
}
export type Drafts = Readonly<Record<string, GatewayDraft>>

/** The draft without values equal to the stored ones; null if nothing is left. */
export function changesOf(gateway: GatewayView, draft: GatewayDraft | undefined): GatewayDraft | null {
  if (!draft) return null
  const stored = Object.fromEntries(gateway.fields.map((field) => [field.name, field.value]))
  const settings = Object.fromEntries(
    Object.entries(draft.settings ?? {}).filter(([name, value]) => value !== (stored[name] ?? '')),
  )
  const secrets = Object.fromEntries(Object.entries(draft.secrets ?? {}).filter(([, value]) => value !== ''))
  const left = {
    ...(draft.enabled !== undefined && draft.enabled !== gateway.enabled && { enabled: draft.enabled }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(draft.manual_instructions !== undefined &&
      draft.manual_instructions !== gateway.manual_instructions && { manual_instructions: draft.manual_instructions }),
    ...(draft.display_name !== undefined &&
      draft.display_name.trim() !== gateway.display_name && { display_name: draft.display_name.trim() }),
  }
  return Object.keys(left).length > 0 ? { version: draft.version, ...left } : null
}

/** The request of 'Save All Changes': changed gateways only (D142). */
export const changedGateways = (gateways: readonly GatewayView[], drafts: Drafts) =>
  gateways.flatMap((gateway) => {
    const changes = changesOf(gateway, drafts[gateway.name])
    return changes ? [{ name: gateway.name, ...changes }] : []
  })
