import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { type Application, findApplication } from './application.ts'

type Reader = Pick<Member, 'tenantId' | 'accountId' | 'space'>

/**
 * The application, for its applicant, for whoever was asked to decide and may still approve, and for who manages flows
 * and sees all contracts anyway: each reads the contract by this right. Throws `approval/not-found` to anybody else.
 * Read in the reader's tenant.
 */
export async function requireApplication(own: Db, reader: Reader, approvalId: string): Promise<Application> {
  const found = await findApplication(own, { tenantId: reader.tenantId, approvalId })
  if (!found || !isConcerned(reader, found)) throw new Refusal('approval/not-found')
  return found
}

function isConcerned({ accountId, space: { rights } }: Reader, { row, seats }: Application): boolean {
  if (row.applicant_id === accountId) return true
  if (rights.includes('manageFlows') && rights.includes('seeAllContracts')) return true
  return rights.includes('approveSealUse') && seats.some((seat) => seat.accountId === accountId && wasAsked(seat.state))
}

const wasAsked = (state: Application['seats'][number]['state']): boolean => state !== 'delegated' && state !== 'waiting'
