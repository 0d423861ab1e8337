import * as z from 'zod'
import { procedure } from '../../kernel/contract.ts'

export const settingsContract = {
  get: procedure('public', 'GET /settings', 'Settings that anybody may read, by their key (setting_key)').output(
    z.record(z.string(), z.unknown()),
  ),
}
