import type { companySecurity } from '@moqi/api/company-security'
import {
  type EntryNetwork,
  type EntryRule,
  entryLimits,
  passwordInWords,
  sessionInWords,
} from '@moqi/domain/spaces/entry-rule'
import { plainAddress } from '@moqi/domain/identity/address'
import type { MemberLogEvent } from '@moqi/domain/spaces/member-log-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { changeEntryRule, hasSecond, isWithin } from '#src/cores/identity/entry-rule.ts'
import { lockMembers } from '#src/cores/identity/lock-members.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { isNetwork } from '#src/platform/network-list.ts'
import { membersOfRoles, rolesOf } from './get-rules.ts'

type Calls = typeof companySecurity
type Change = Partial<Omit<EntryRule, 'version'>>

/** Has members enter by two steps, after a grace, or no longer; who has none is told. */
export const saveSecondStep: Handler<Calls['saveSecondStep']> = async (deps, member, input) => {
  const { tenantId, space } = member
  const isOn = input.isOn === 1
  const roles = isOn ? await knownRoles(deps, tenantId, input.roleArray) : null
  // Whoever asks it of others has one: so there is always an administrator whom the rule lets in.
  if (isOn && !(await deps.db.directory((directory) => hasSecond(directory, member))))
    throw new Refusal('space/second-step-first')
  const from = deps.now() + input.graceDays * dayMs
  const date = formatDate(from, '{y}-{m}-{d} {h}:{i}')
  const names = roles?.map(({ roleName }) => roleName).join('、') ?? '全体成员'
  return change(deps, member, {
    version: input.version,
    verb: 'saveSecondStep',
    change: { second: isOn ? { roles: roles?.map(({ roleKey }) => roleKey) ?? null, from } : null },
    detail: isOn ? `${names}，${date} 起` : '不再要求',
    besides: async (tx, rule) => {
      if (!rule.second) return
      const asked = await membersOfRoles(tx, tenantId, rule.second.roles)
      for (const { accountId, hasSecond: has } of asked) {
        if (has) continue
        const facts = { company: space.name, date }
        await notify(deps, tx, { kind: 'secondStepAsked', to: { accountId, tenantId }, facts })
      }
    },
  })
}

/** The roles that are named, null for everybody. Throws `field/invalid` for none, and for one the company has not. */
async function knownRoles({ db }: Deps, tenantId: string, named: readonly string[] | null) {
  if (named === null) return null
  const roles = await db.directory((directory) => rolesOf(directory, tenantId))
  const meant = roles.filter(({ roleKey }) => named.includes(roleKey))
  if (meant.length === 0 || meant.length !== new Set(named).size)
    throw new Refusal('field/invalid', { field: 'roleArray', message: '请选择本企业的角色' })
  return meant
}

/** Has members enter from the company's networks alone, or from anywhere. */
export const saveNetworks: Handler<Calls['saveNetworks']> = async (deps, member, input) => {
  const isOn = input.isOn === 1
  const list = networksOf(input.networkArray)
  if (isOn && !isWithin(list, member.address))
    throw new Refusal('space/network-outside', { address: plainAddress(member.address) })
  const applications = input.withApplications === 1
  return change(deps, member, {
    version: input.version,
    verb: 'saveNetworks',
    change: { network: { isOn, list, applications } },
    detail: isOn
      ? `${list.map(({ network }) => network).join('、')}${applications ? '，应用同样限制' : ''}`.slice(0, 400)
      : '不限制',
  })
}

function networksOf(given: readonly { network: string; networkName: string }[]): EntryNetwork[] {
  const strange = given.find(({ network }) => !isNetwork(network))
  if (strange) throw invalid(`“${strange.network}”不是IP地址或网段，例如 115.236.18.0/24 或 2408:8000::/32`)
  const names = given.map(({ networkName }) => networkName)
  if (names.some((name) => [...name].length > entryLimits.networkName))
    throw invalid(`网络名称最多${entryLimits.networkName}个字`)
  if (new Set(given.map(({ network }) => network)).size < given.length) throw invalid('有重复的网络，请移除')
  return given.map(({ network, networkName }) => ({ network, name: networkName }))
}

const invalid = (message: string) => new Refusal('field/invalid', { field: 'networkArray', message })

/** How long members may pause, and how long a session opens the space at all. */
export const saveSessionRule: Handler<Calls['saveSessionRule']> = (deps, member, input) => {
  const { version, idleMinutes, longestHours } = input
  const session = {
    idleMs: idleMinutes === null ? null : idleMinutes * 60_000,
    longestMs: longestHours === null ? null : longestHours * hourMs,
  }
  const detail = sessionInWords(session)
  return change(deps, member, { version, verb: 'saveSessionRule', change: { session }, detail })
}

/** How long members' passwords are from the next one on, and after which time it must be another. */
export const savePasswordRule: Handler<Calls['savePasswordRule']> = (deps, member, input) => {
  const password = { least: input.leastLength, ageMs: input.ageDays === null ? null : input.ageDays * dayMs }
  const detail = passwordInWords(password)
  return change(deps, member, { version: input.version, verb: 'savePasswordRule', change: { password }, detail })
}

type Saving = {
  version: number
  verb: MemberLogEvent
  change: Change
  detail: string
  besides?: (tx: Db, rule: EntryRule) => Promise<void>
}

/** What every change of the rules does: a proof of lately, the log's line, the version counted on. */
async function change(deps: Deps, member: Member, { besides, ...saving }: Saving): Promise<{ version: number }> {
  const { tenantId } = member
  const { version, verb, detail } = saving
  await deps.db.directory((directory) => requireRecentProof(deps, directory, member))
  return deps.db.write(tenantId, async (tx) => {
    await lockMembers(tx, tenantId)
    const rule = await changeEntryRule(tx, tenantId, { version, change: saving.change })
    await addMemberLog(deps, tx, member, { tenantId, verb, detail })
    await besides?.(tx, rule)
    return keepAnswer(tx, deps, member, { version: rule.version })
  })
}
