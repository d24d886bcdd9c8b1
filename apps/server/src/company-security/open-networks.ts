import type { companySecurity } from '@moqi/api/company-security'
import { Refusal } from '@moqi/domain/refusal'
import { changeEntryRule, entryRuleOf } from '#src/cores/identity/entry-rule.ts'
import { lockMembers } from '#src/cores/identity/lock-members.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { everySpace } from '#src/cores/identity/open-spaces.ts'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'

/**
 * Lets members enter from anywhere again, by a code to an administrator's phone: for when the company's networks have
 * changed and nobody gets in. The log says so, and every administrator is told.
 */
export const openNetworks: Handler<typeof companySecurity.openNetworks> = async (deps, person, input) => {
  const { tenantId } = input
  const space = everySpace(person).find((one) => one.tenantId === tenantId && one.kind === 'company')
  if (!space) throw new Refusal('space/not-found')
  if (!space.isOwner) throw new Refusal('space/owner-only')
  if (!space.entry?.network.isOn) throw new Refusal('space/rules-stale')
  await useCode(deps, ownPhone(person, 'network'), input.smsCode)
  return deps.db.write(tenantId, async (tx) => {
    await lockMembers(tx, tenantId)
    const { version, network } = await entryRuleOf(tx, tenantId)
    await changeEntryRule(tx, tenantId, { version, change: { network: { ...network, isOn: false } } })
    const detail = `从 ${person.address} 凭短信验证码`
    await addMemberLog(deps, tx, person, { tenantId, verb: 'openNetworks', detail })
    const facts = { company: space.name, name: person.nickName, address: person.address }
    for (const accountId of await administratorsOf(tx, tenantId))
      await notify(deps, tx, { kind: 'networksOpened', to: { accountId, tenantId }, facts })
    return keepAnswer(tx, deps, person, null)
  })
}
