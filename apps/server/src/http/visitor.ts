import type { Call } from '@moqi/api/call'
import { Refusal } from '@moqi/domain/refusal'
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
  if (!call.visit?.[visit.purpose]) throw new Refusal('visit/limited')
  if (!(await findOpener(deps, visit.appId))) throw new Refusal('session/required')
  const space = person.spaces.find(({ tenantId }) => tenantId === visit.tenantId)
  if (!space) throw new Refusal('space/not-found')
  // The personal one gives the real name.
  const spaces = [space, ...person.spaces.filter((one) => one.kind === 'person' && one !== space)]
  return call.access === 'session' ? { ...person, spaces } : { ...person, spaces, tenantId: visit.tenantId, space }
}

/** Throws `visit/limited` in a visit when what is asked is not bound to the visit's contract. */
export function requireOfVisit(call: Call, actor: Caller | Person | Member | Operator, input: object): void {
  if (!('visit' in actor) || !actor.visit) return
  const { purpose, signId } = actor.visit
  const rule = call.visit?.[purpose]
  if (!rule?.(signId).safeParse(input).success) throw new Refusal('visit/limited')
}
