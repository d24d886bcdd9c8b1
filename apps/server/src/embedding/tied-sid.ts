import type { Input } from '@moqi/api/call'
import type { embedding } from '@moqi/api/embedding'
import type { PassPurpose } from '@moqi/domain/integrations/embed-rules'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { type Passed, readPass, usePass } from '#src/cores/identity/pass.ts'
import { findOpener } from '#src/cores/integration/embedding-store.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireVisitingParty } from './visiting-party.ts'

/** Who asks the person who is signed in for what, for them to go on; the link stays good. */
export const getSid: Handler<typeof embedding.getSid> = async (deps, person, input) => {
  const { visit } = await ownPass(deps, person, input)
  const opener = await findOpener(deps, visit.appId)
  if (!opener) throw new Refusal('pass/foreign')
  const { contract } = await deps.db.read(visit.homeTenantId, (home) => loadContract(home, visit))
  const company = await deps.db.directory((directory) =>
    directory.selectFrom('space').where('tenant_id', '=', opener.tenantId).select('name').executeTakeFirstOrThrow(),
  )
  return {
    integrationName: opener.name,
    companyName: company.name,
    purpose: purposeOf(visit),
    taskName: contract.subject,
  }
}

/**
 * Uses the link up for the person who is signed in, whose own session goes on: no visit begins (checklist R48). Answers
 * the page it was for.
 */
export const tieSid: Handler<typeof embedding.tieSid> = async (deps, person, input) => {
  const { visit } = await ownPass(deps, person, input)
  await deps.db.directoryWrite((tx) => usePass(deps, tx, input.sid))
  return { redirect: `${pages[purposeOf(visit)]}?${new URLSearchParams({ signId: visit.signId })}` }
}

/** The pages of whoever is signed in. */
const pages: Readonly<Record<PassPurpose, string>> = {
  sign: '/signing',
  office: '/signing',
  launch: '/temp-create',
  place: '/unifysign/lauchtask',
  assign: '/unifysign/assign',
}

/** Whoever is signed in has proved who they are. */
const purposeOf = ({ purpose }: Passed['visit']): PassPurpose => (purpose === 'prove' ? 'sign' : purpose)

/** Throws `pass/party` for somebody else's. */
async function ownPass(deps: Deps, { accountId }: Person, input: Input<typeof embedding.getSid>): Promise<Passed> {
  const passed = await readPass(deps, { appId: input.appId, pass: input.sid })
  if (passed.accountId !== accountId)
    throw new Refusal('pass/party', { message: '该链接是发给其他人的，请切换账号，或返回原来的应用重新打开' })
  await requireVisitingParty(deps, passed)
  return passed
}
