import { generalRefusals } from '@moqi/api/general-refusals'
import type { Refusal, RefusalCode } from '@moqi/domain/refusal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])) }))

/** What somebody tries who is not meant to, or a page of ours gets wrong: sessions, foreign spaces, limits, forms. */
export const isWatched = (code: RefusalCode): boolean => generalRefusals.includes(code)

/** A refused request for the log: which, of which call, why, and which fields; nothing that was typed, nobody's name. */
export function refusalLine(
  { id, method, routeOptions }: Pick<FastifyRequest, 'id' | 'method' | 'routeOptions'>,
  { code, detail }: { code: RefusalCode | number; detail?: Refusal['detail'] },
) {
  const issues = Issues.safeParse(detail?.issues)
  const fields = issues.data?.map(({ path }) => String(path[0] ?? ''))
  return { request: id, call: `${method} ${routeOptions.url ?? ''}`, reason: code, ...(fields && { fields }) }
}
