import type { Input } from '@moqi/api/call'
import type { identityProvider } from '@moqi/api/identity-provider'
import {
  checkAgentId,
  checkClientText,
  checkIssuer,
  checkProviderName,
  checkSignInCode,
  isWorkChat,
  providerFaults,
  workChats,
} from '@moqi/domain/account/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { linksOf } from '#src/cores/identity/provider-link.ts'
import {
  dropProvider,
  findProvider,
  putProvider,
  requireClient,
  sealedSecret,
  setRescuer,
  type StoredProvider,
} from '#src/cores/identity/provider-store.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { ChatFault } from '#src/platform/gateways/work-chat/work-chat.ts'
import { answered } from './ask-provider.ts'
import { beginAttempt } from './attempt.ts'

type Save = typeof identityProvider.saveIdentityProvider

const proved = (deps: Deps, member: Member) =>
  deps.db.directory((directory) => requireRecentProof(deps, directory, member))

/** Sets the company's provider, once it has answered as one. */
export const saveIdentityProvider: Handler<Save> = async (deps, member, input) => {
  const { tenantId, space } = member
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const content = contentOf(deps, input)
  await proved(deps, member)
  await tryOut(deps, member, content)
  return deps.db.write(tenantId, async (tx) => {
    const before = await heldAt(tx, tenantId, input.version)
    const version = input.version + 1
    const same = before && isSame(before, content) ? before : undefined
    // Another provider speaks of other people, and is told no secret of the one before.
    if (before && !same) await dropProvider(tx, tenantId)
    const secret = await keptSecret(deps, tx, tenantId, { before: same, typed: content.clientSecret })
    await putProvider(
      tx,
      {
        tenant_id: tenantId,
        name: content.name,
        protocol: content.protocol,
        issuer: content.issuer,
        client_id: content.clientId,
        agent_id: content.agentId,
        client_secret: secret,
        version,
        changed_at: deps.now(),
        changed_by: member.nickName,
      },
      content.signInCode,
    )
    const detail = `${content.name}，${content.issuer}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'saveProvider', detail })
    return keepAnswer(tx, deps, member, { version })
  })
}

/** Whether it speaks of the same people: of a work chat each company's app has its own. */
const isSame = (before: StoredProvider, { protocol, issuer, clientId }: ReturnType<typeof contentOf>): boolean =>
  before.issuer === issuer && before.protocol === protocol && (!isWorkChat(protocol) || before.client_id === clientId)

type Secret = { before: StoredProvider | undefined; typed: string | null | undefined }

/** Undefined: as it was; null: none. */
async function keptSecret(deps: Deps, tx: Db, tenantId: string, { before, typed }: Secret): Promise<Buffer | null> {
  if (typed === undefined) return before?.client_secret ?? null
  return typed === null ? null : sealedSecret(deps, tx, tenantId, typed)
}

function contentOf({ config }: Pick<Deps, 'config'>, input: Input<Save>) {
  const { protocol } = input
  const chat = isWorkChat(protocol) ? workChats[protocol] : null
  const isCas = protocol === 'cas'
  const clientId = isCas ? '' : fieldOf('clientId', checkClientText(chat?.client ?? '客户端ID', input.clientId))
  return {
    protocol,
    name: fieldOf('providerName', checkProviderName(input.providerName)),
    signInCode: fieldOf('signInCode', checkSignInCode(input.signInCode)),
    issuer:
      chat && input.issuer.trim() === ''
        ? chat.address
        : fieldOf('issuer', checkIssuer(input.issuer, { plainAllowed: config.providerAllow.length > 0 })),
    clientId,
    clientSecret: isCas ? null : secretOf(input.clientSecret, chat?.secret ?? null),
    agentId: protocol === 'wecom' || protocol === 'dingtalk' ? fieldOf('agentId', checkAgentId(input.agentId)) : null,
  }
}

/** Undefined: as it was; null: none, which the app of a work chat (whose secret is called so) cannot be without. */
function secretOf(typed: string | undefined, chatSecret: string | null): string | null | undefined {
  const secret = typed?.trim()
  if (secret === undefined || (secret === '' && chatSecret === null)) return secret === '' ? null : undefined
  return fieldOf('clientSecret', checkClientText(chatSecret ?? '客户端密钥', secret))
}

type Content = ReturnType<typeof contentOf>

/** An address where no provider answers would be found out by whoever wants to sign in. */
async function tryOut(deps: Deps, { tenantId }: Member, content: Content): Promise<void> {
  if (isWorkChat(content.protocol)) return tryOutChat(deps, tenantId, content)
  const { attempt } = await deps.db.directoryWrite((tx) =>
    beginAttempt(deps, tx, { tenantId, version: 0, accountId: null, fresh: false }),
  )
  const { protocol, issuer, clientId, agentId } = content
  const client = { protocol, issuer, clientId, agentId, clientSecret: content.clientSecret ?? null }
  answered(await deps.provider.begin(client, attempt))
  if (protocol === 'openid') return
  // A CAS server shows itself by what it says to a ticket that it never gave.
  const said = await deps.provider.finish(client, attempt, new URLSearchParams({ ticket: 'ST-none' }))
  if (!('fault' in said)) throw new Refusal('provider/fault', { message: providerFaults.discovery })
  if (said.fault !== 'answer') answered(said)
}

/** The app of a work chat shows itself by a token for its secret, which may be the one that is kept. */
async function tryOutChat(deps: Deps, tenantId: string, content: Content): Promise<void> {
  const before = await deps.db.read(tenantId, (own) => findProvider(own, tenantId))
  const isKept = content.clientSecret === undefined && before !== undefined && isSame(before, content)
  const clientSecret = isKept ? (await requireClient(deps, tenantId)).clientSecret : content.clientSecret
  const { protocol, issuer, clientId, agentId } = content
  const secret = fieldOf('clientSecret', checkClientText('应用密钥', clientSecret ?? ''))
  await deps.workChat
    .checkSecret({ protocol, issuer, clientId, agentId, clientSecret: secret })
    .catch((error: unknown) => {
      throw error instanceof ChatFault ? new Refusal('provider/fault', { message: error.message }) : error
    })
}

/** Throws `provider/stale` unless it is as it was read; version 0 is that there is none. */
async function heldAt(tx: Db, tenantId: string, version: number) {
  const found = await findProvider(tx, tenantId)
  if ((found?.version ?? 0) !== version) throw new Refusal('provider/stale')
  return found
}

/**
 * Has members get in by the provider alone, or as they like. Whoever decides it has linked the own account, and stays
 * the one administrator whom a provider that fails cannot keep out.
 */
export const requireIdentityProvider: Handler<typeof identityProvider.requireIdentityProvider> = async (
  deps,
  member,
  { version, required },
) => {
  const { tenantId, accountId } = member
  await proved(deps, member)
  const links = await deps.db.directory((directory) => linksOf(deps, directory, accountId))
  return deps.db.write(tenantId, async (tx) => {
    const found = await heldAt(tx, tenantId, version)
    if (!found) throw new Refusal('provider/not-found')
    const isLinked = links.some((link) => link.tenant_id === tenantId && link.issuer === found.issuer)
    if (required === 1 && !isLinked) throw new Refusal('provider/untried')
    await setRescuer(tx, tenantId, required === 1 ? accountId : null)
    const verb = required === 1 ? 'requireProvider' : 'relaxProvider'
    await addMemberLog(deps, tx, member, {
      tenantId,
      verb,
      detail: required === 1 ? `应急管理员：${member.nickName}` : null,
    })
    return keepAnswer(tx, deps, member, { version })
  })
}

/** Takes the provider away; members sign in by their own means again. */
export const dropIdentityProvider: Handler<typeof identityProvider.dropIdentityProvider> = async (
  deps,
  member,
  { version },
) => {
  const { tenantId } = member
  await proved(deps, member)
  return deps.db.write(tenantId, async (tx) => {
    const found = await heldAt(tx, tenantId, version)
    if (!found) throw new Refusal('provider/not-found')
    await dropProvider(tx, tenantId)
    await addMemberLog(deps, tx, member, { tenantId, verb: 'dropProvider', detail: found.name })
    return keepAnswer(tx, deps, member, null)
  })
}
