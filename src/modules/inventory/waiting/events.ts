import type { EndReason } from './rules.ts'

declare module '../../../platform/jobs/events.server.ts' {
  interface Events {
    'waiting.joined': { entryId: string }
    'waiting.offered': { entryId: string; offer: number }
    'waiting.ended': { entryId: string; reason: EndReason }
  }
}
