import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { languageCode } from '../../../../kernel/translation-contract.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { readQuery } from '../../../../platform/route.server.ts'
import { sendXliff, xliff } from '../../../catalogue/index.server.ts'
import { readToday } from '../../../settings/index.server.ts'
import type { SubjectDeps } from '../subjects.server.ts'
import { exportContent } from './export.server.ts'

const exportQuery = z.strictObject({ language: languageCode, only: z.enum(['open']).optional() })

export function registerContentExport(
  app: FastifyInstance,
  deps: SubjectDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.get(
    '/api/admin/content-translation-export',
    {
      config: {
        access: 'staff:content',
        summary:
          'The texts of pages, sliders and menus with their translations into a language, for translators: XLIFF 2.0. With the sentences of the settings if the caller may change them',
        query: exportQuery,
        answers: { types: [xliff] },
      },
    },
    async (request, reply) => {
      const { language, only } = readQuery(exportQuery, request)
      const pieces = await exportContent(deps, callerOf(request), { language, onlyOpen: only === 'open' })
      return sendXliff(reply, `content-${language}-${await readToday(deps)}.xlf`, pieces)
    },
  )
}
