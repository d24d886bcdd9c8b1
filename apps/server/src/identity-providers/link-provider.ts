import type { identityProvider } from '@moqi/api/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { everySpace } from '#src/cores/identity/open-spaces.ts'
import { addLink, forgetLink, linksOf } from '#src/cores/identity/provider-link.ts'
import { findProvider } from '#src/cores/identity/provider-store.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { assertedBy, leaveFor } from './ask-provider.ts'

/** The companies a person belongs to, those too which this session does not open: to link oneself opens them. */
const companiesOf = (person: Person): OwnSpace[] =>
  everySpace(person).filter(({ kind, signInCode }) => kind === 'company' && signInCode !== null)

/**
 * Sends whoever is signed in by own means to the provider of an own company. Throws `provider/not-found` for another
 * company, and `account/sign-in-again` in a session that nobody has proved lately: it would lead somebody else to the
 * account.
 */
export const leaveToLink: Handler<typeof identityProvider.leaveToLink> = async (deps, person, { tenantId }) => {
  if (!companiesOf(person).some((space) => space.tenantId === tenantId)) throw new Refusal('provider/not-found')
  await deps.db.directory((directory) => requireRecentProof(deps, directory, person))
  return leaveFor(deps, { tenantId, accountId: person.accountId, fresh: false, userAgent: person.userAgent })
}

/** Links the account to whom the provider has just named; the two are of one person who holds both. */
export const linkProvider: Handler<typeof identityProvider.linkProvider> = async (deps, person, input) => {
  const { tenantId, issuer, subject, label } = await assertedBy(deps, input, person.accountId)
  const company = companiesOf(person).find((space) => space.tenantId === tenantId)
  if (!company) throw new Refusal('provider/not-found')
  await deps.db.directoryWrite((tx) =>
    addLink(deps, tx, { tenantId, issuer, subject, accountId: person.accountId, label }),
  )
  return { tenantId, companyName: company.name, label }
}

/** The companies with a provider, each with the account's link if there is one. */
export const listProviderLinks: Handler<typeof identityProvider.listProviderLinks> = async (deps, person) => {
  const links = await deps.db.directory((directory) => linksOf(deps, directory, person.accountId))
  const linkArray = []
  for (const { tenantId, name, providerOnly } of companiesOf(person)) {
    const provider = await deps.db.read(tenantId, (own) => findProvider(own, tenantId))
    if (!provider) continue
    const link = links.find((one) => one.tenant_id === tenantId && one.issuer === provider.issuer)
    linkArray.push({
      tenantId,
      companyName: name,
      providerName: provider.name,
      required: providerOnly ? (1 as const) : (0 as const),
      label: link?.label ?? null,
      linkTime: link?.created_at ?? null,
      useTime: link?.used_at ?? null,
    })
  }
  return { linkArray }
}

/** Unlinks the account; what that provider has opened stays open until it is left. */
export const endProviderLink: Handler<typeof identityProvider.endProviderLink> = async (deps, person, { tenantId }) => {
  await deps.db.directoryWrite((tx) => forgetLink(tx, { tenantId, accountId: person.accountId }))
  return null
}
