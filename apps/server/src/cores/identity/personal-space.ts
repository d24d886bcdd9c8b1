import type { OwnSpace, Person } from '#src/platform/actor.ts'

/** The space that every account has of its own. */
export function personalSpace(person: Pick<Person, 'accountId' | 'spaces'>): OwnSpace {
  const own = person.spaces.find(({ kind }) => kind === 'person')
  if (!own) throw new Error(`account ${person.accountId} has no personal space`)
  return own
}
