import type { Limit } from '@moqi/api/call'
import { addressGroup } from '@moqi/domain/identity/address'
import type { FastifyRequest } from 'fastify'
import { rateLimiter } from './rate-limit.ts'

/** Counts what an address asks for beside the calls, in this process. Throws `request/too-often`. */
export function addressLimiter(now: () => number): (request: Pick<FastifyRequest, 'ip'>, limit: Limit) => void {
  const count = rateLimiter(now)
  return ({ ip }, limit) => count(addressGroup(ip), limit)
}
