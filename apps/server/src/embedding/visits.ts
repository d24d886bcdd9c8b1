import type { embedding } from '@moqi/api/embedding'
import { maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import { readPass, usePass } from '#src/cores/identity/pass.ts'
import { endSession } from '#src/cores/identity/session.ts'
import { spaceInfo } from '#src/cores/identity/space-info.ts'
import { startVisit } from '#src/cores/identity/start-visit.ts'
import { findOpener } from '#src/cores/integration/embedding-store.ts'
import type { Person, Visit } from '#src/platform/actor.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type CodePurpose, codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'
import { requireVisitingParty } from './visiting-party.ts'

/** Begins the visit a pass was made for: once, within a minute. */
export const redeemPass: Handler<typeof embedding.redeemPass> = async (deps, caller, { appId, pass }) => {
  const passed = await readPass(deps, { appId, pass })
  await requireVisitingParty(deps, passed)
  const begun = await deps.db.directoryWrite(async (tx) => {
    await usePass(deps, tx, pass)
    return startVisit(deps, tx, caller, passed)
  })
  return { token: begun.token, expireTime: begun.expireTime, purpose: passed.visit.purpose }
}

/** Which integration opens pages, for them to name it and to know the pages around them. */
export const getOpener: Handler<typeof embedding.getOpener> = async (deps, _caller, { appId }) => {
  const opener = await findOpener(deps, appId)
  if (!opener) throw new Refusal('pass/foreign')
  return { integrationName: opener.name, originArray: [...opener.origins] }
}

/** What the visit is for. Throws `visit/none` in any other session. */
export const getVisit: Handler<typeof embedding.getVisit> = async (deps, person) => {
  const visit = visitOf(person)
  const opener = await findOpener(deps, visit.appId)
  if (!opener) throw new Refusal('visit/none')
  const space =
    visit.purpose !== 'prove' ? person.spaces.find(({ tenantId }) => tenantId === visit.tenantId) : undefined
  const { companyName, hasPin } = await deps.db.directory(async (directory) => {
    const company = await directory
      .selectFrom('space')
      .where('tenant_id', '=', opener.tenantId)
      .select('name')
      .executeTakeFirstOrThrow()
    const account = await directory
      .selectFrom('account')
      .where('account_id', '=', person.accountId)
      .select('pin_set_at')
      .executeTakeFirstOrThrow()
    return { companyName: company.name, hasPin: visit.purpose !== 'prove' && account.pin_set_at !== null }
  })
  return {
    purpose: visit.purpose,
    expireTime: person.expireTime,
    companyName,
    phone: maskPhone(person.phone),
    signId: visit.signId,
    space: space ? spaceInfo(space) : null,
    hasPin: hasPin ? 'yes' : 'no',
    returnUrl: visit.returnUrl,
  }
}

/** Sends a code to the phone of the person's account, and to no other. */
export const sendVisitCode: Handler<typeof embedding.sendVisitCode> = async (deps, person) => {
  visitOf(person)
  const purpose = codeFor(person)
  await sendCode(deps, purpose, person.address, (code) => smsMessage('loginCode', { code }, deps.config.brand))
  return codeWait
}

/** Begins the signing once the code has proved who it is; the visit before ends. */
export const proveVisit: Handler<typeof embedding.proveVisit> = async (deps, person, { smsCode }) => {
  const before = visitOf(person)
  await useCode(deps, codeFor(person), smsCode)
  const { accountId } = person
  const visit = { ...before, purpose: 'sign' } as const
  await requireVisitingParty(deps, { accountId, visit })
  const begun = await deps.db.directoryWrite((tx) => startVisit(deps, tx, person, { accountId, visit }))
  return { token: begun.token, expireTime: begun.expireTime, purpose: visit.purpose }
}

/** Ends the visit. */
export const endVisit: Handler<typeof embedding.endVisit> = async (deps, person) => {
  visitOf(person)
  await deps.db.directoryWrite((tx) => endSession(tx, person.sessionHash))
  return null
}

function visitOf({ visit }: Person): Visit {
  if (!visit) throw new Refusal('visit/none')
  return visit
}

const codeFor = ({ phone, sessionHash }: Person): CodePurpose => ({
  recipient: phone,
  scene: 'visit',
  binding: sessionHash.toString('hex'),
})
