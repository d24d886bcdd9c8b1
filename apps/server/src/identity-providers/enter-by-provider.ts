import type { identityProvider } from '@moqi/api/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import type { Provided } from '#src/cores/identity/provided.ts'
import { findLinked, noteLinkUse } from '#src/cores/identity/provider-link.ts'
import { findProvider, requireCompanyOfCode } from '#src/cores/identity/provider-store.ts'
import { findPerson } from '#src/cores/identity/session.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { assertedBy, leaveFor } from './ask-provider.ts'

/** Whose code that is. Throws `provider/not-found`. */
export const findIdentityProvider: Handler<typeof identityProvider.findIdentityProvider> = async (
  deps,
  _caller,
  { signInCode },
) => {
  const { tenantId, companyName } = await requireCompanyOfCode(deps, signInCode)
  const provider = await deps.db.read(tenantId, (own) => findProvider(own, tenantId))
  if (!provider) throw new Refusal('provider/not-found')
  return { companyName, providerName: provider.name }
}

/** Sends a browser to the company's provider to sign in. */
export const leaveForProvider: Handler<typeof identityProvider.leaveForProvider> = async (
  deps,
  { userAgent },
  { signInCode, fresh },
) => {
  const { tenantId } = await requireCompanyOfCode(deps, signInCode)
  return leaveFor(deps, { tenantId, accountId: null, fresh: fresh === 1, userAgent })
}

/**
 * Signs in whom the company's provider names, if that person has linked the account: nothing else that a provider
 * says (a phone, a name, a mail address) finds anybody. The session opens that company alone, and what the person had
 * opened before in this browser.
 */
export const enterByProvider: Handler<typeof identityProvider.enterByProvider> = async (deps, caller, input) => {
  const { tenantId, issuer, subject, provedAt } = await assertedBy(deps, input, null)
  const link = await deps.db.directory((directory) => findLinked(deps, directory, { tenantId, issuer, subject }))
  if (!link) throw new Refusal('provider/not-linked')
  const accountId = link.account_id
  const provided = await openedBefore(deps, caller, { tenantId, accountId })
  const session = {
    accountId,
    // Whom the company lets go is out within half an hour.
    remember: false,
    method: 'provider',
    tenantId,
    provedAt: Math.min(provedAt, deps.now()),
    provided,
  } as const
  const entered = await enterAccount(deps, caller, session, async (tx) => {
    await noteLinkUse(tx, { tenantId, issuer, subject }, deps.now())
    await recordConsent(deps, tx, caller, accountId)
  })
  return { ...entered, tenantId }
}

async function openedBefore(
  deps: Deps,
  caller: Caller,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<Provided> {
  const present = await findPerson(deps, caller, { isUse: false })
  if (present?.accountId !== accountId || present.visit || !present.provided) return { spaces: [tenantId], only: true }
  const others = present.provided.spaces.filter((one) => one !== tenantId)
  return { spaces: [...others, tenantId], only: present.provided.only }
}
