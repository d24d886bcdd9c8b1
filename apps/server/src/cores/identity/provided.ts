import { entryOfGroup } from '@moqi/domain/groups/group-rules'
import { firstObstacle } from '@moqi/domain/spaces/entry-rule'
import type { OwnSpace, ShutSpace, Visit } from '#src/platform/actor.ts'
import type { KeyedPart } from '#src/platform/keys/keyed-hash.ts'
import { type Entering, isWithin } from './entry-rule.ts'

/** Which companies' identity providers a session was opened by, and whether by nothing else. */
export type Provided = { spaces: readonly string[]; only: boolean }

/** Of a session that the person alone has opened. */
export const byOwnMeans: Provided = { spaces: [], only: false }

/** As it is hashed; nothing of most sessions. */
export const providedParts = ({ spaces, only }: Provided): KeyedPart[] =>
  spaces.length === 0 ? [] : [['provider', only, ...spaces]]

/** By what a session was opened, and what its companies' rules ask about it. */
type Opened = { provided: Provided; visit: Visit | null; entering: Entering }

/**
 * The spaces that a session does not open, each with the reason: a company that lets its members in by its identity
 * provider alone, one whose rules of entry it does not meet, and, of a session that only such a provider has opened,
 * every space that is not that company's. Who runs a company's identity provider gets into nobody's own space by it.
 */
export const shutSpaces = (spaces: readonly OwnSpace[], opened: Opened): ShutSpace[] =>
  spaces.flatMap((space) => {
    const why = whyShut(space, opened) ?? obstacleTo(space, opened)
    return why ? [{ space, why }] : []
  })

function obstacleTo(space: OwnSpace, { provided, visit, entering }: Opened): ShutSpace['why'] | null {
  if (visit?.homeTenantId === space.tenantId) return null
  const rules = [space.entry, space.groupHold && entryOfGroup(space.groupHold)].filter((rule) => rule !== null)
  if (rules.length === 0) return null
  const network = space.entry?.network
  return firstObstacle(rules, {
    ...entering,
    role: space.role,
    isInside: network?.isOn === true && isWithin(network.list, entering.address),
    isProvided: provided.spaces.includes(space.tenantId),
  })
}

function whyShut({ tenantId, providerOnly }: OwnSpace, { provided, visit }: Opened): ShutSpace['why'] | null {
  // A company's own system speaks for it as its provider does.
  if (visit) return providerOnly && visit.homeTenantId !== tenantId ? 'provider' : null
  if (provided.spaces.includes(tenantId)) return null
  if (providerOnly) return 'provider'
  return provided.only ? 'own' : null
}
