import type { Call } from '@moqi/api/call'
import { ofPurpose } from '@moqi/domain/integrations/embed-rules'
import { Refusal } from '@moqi/domain/refusal'
import { readAppId } from '#src/cores/integration/app-id.ts'
import { findOpener } from '#src/cores/integration/embedding-store.ts'
import type { Caller, Member, Operator, Person, Visit } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

type Visitor = Person & { visit: Visit }

/**
 * Whoever acts in a session that is limited to a visit. Throws `visit/limited` for a call that the purpose does not
 * name, and `session/required` once the integration is let in no more.
 */
export async function visitorOf(deps: Pick<Deps, 'db'>, call: Call, person: Visitor): Promise<Person | Member> {
  const { visit } = person
  if (!ofPurpose(call.visit, visit.purpose)) throw new Refusal('visit/limited')
  if (!(await findOpener(deps, visit.appId))) throw new Refusal('session/required')
  const space = person.spaces.find(({ tenantId }) => tenantId === visit.tenantId)
  if (!space) throw new Refusal('space/not-found')
  // The personal one gives the real name.
  const spaces = [space, ...person.spaces.filter((one) => one.kind === 'person' && one !== space)]
  // Evidence names what opened the page beside the browser it was opened in.
  const userAgent = `${person.userAgent.slice(0, 200)} integration ${readAppId(visit.appId)?.integrationId}`
  const visitor = { ...person, spaces, userAgent }
  return call.access === 'session' ? visitor : { ...visitor, tenantId: visit.tenantId, space }
}

/** Throws `visit/limited` in a visit when what is asked is not bound to the visit's contract. */
export function requireOfVisit(call: Call, actor: Caller | Person | Member | Operator, input: object): void {
  if (!('visit' in actor) || !actor.visit) return
  const { purpose, signId } = actor.visit
  const rule = ofPurpose(call.visit, purpose)
  if (!rule?.(signId).safeParse(input).success) throw new Refusal('visit/limited')
}
