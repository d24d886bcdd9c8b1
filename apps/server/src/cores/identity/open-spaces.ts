import { Refusal } from '@moqi/domain/refusal'
import type { OwnSpace, Person, ShutSpace } from '#src/platform/actor.ts'

type Holder = Pick<Person, 'spaces' | 'shut'>

/** The spaces a person's session opens. The personal one may be known beside them, for the name it gives. */
export const openSpaces = ({ spaces, shut = [] }: Holder): OwnSpace[] =>
  spaces.filter(({ tenantId }) => !shut.some(({ space }) => space.tenantId === tenantId))

/** All of a person's spaces, those too which the session does not open. */
export const everySpace = ({ spaces, shut = [] }: Holder): OwnSpace[] => [
  ...spaces,
  ...shut.map(({ space }) => space).filter((space) => !spaces.includes(space)),
]

/** The open space of that id. Throws `space/not-found`, and for one that is shut what opens it. */
export function requireOpenSpace(person: Holder, asked: unknown): OwnSpace {
  const space = openSpaces(person).find(({ tenantId }) => tenantId === asked)
  if (space) return space
  const closed = person.shut?.find((one) => one.space.tenantId === asked)
  throw closed ? refusalOf(closed) : new Refusal('space/not-found')
}

function refusalOf({ space, why }: ShutSpace): Refusal {
  if (why === 'own') return new Refusal('space/own-only')
  const named = { space: space.name || '该企业' }
  if (why === 'provider') return new Refusal('space/provider-only', { ...named, signInCode: space.signInCode })
  return new Refusal(refusalCodes[why], { ...named, tenantId: space.tenantId })
}

const refusalCodes = {
  network: 'space/network',
  second: 'space/second-step',
  pause: 'space/sign-in-again',
  password: 'space/password-old',
} as const
