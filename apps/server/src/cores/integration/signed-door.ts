import { createHmac, timingSafeEqual } from 'node:crypto'
import { rightsWithin } from '@moqi/domain/integrations/integration-rules'
import {
  type SignedParts,
  signatureAlgorithms,
  signedWindowMs,
  stringToSign,
} from '@moqi/domain/integrations/signed-request'
import { Refusal } from '@moqi/domain/refusal'
import { isWithin } from '#src/cores/identity/entry-rule.ts'
import { type FoundMember, memberIn } from '#src/cores/identity/own-spaces.ts'
import type { Caller, Member } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { gathering } from '#src/platform/gathering.ts'
import { isListed } from '#src/platform/network-list.ts'
import { readAppId } from './app-id.ts'
import { type Admitted, callLog, type CallOutcome, type LoggedCall } from './call-log.ts'
import type { StoredIntegration } from './integration-store.ts'
import { type SealedSecret, secretOpener } from './secrets.ts'

type DoorDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'keyEncryption'>

/** An integration that a request names, with its secrets that hold and the member in whose name it acts, if any. */
export type Named = {
  integration: StoredIntegration
  secrets: SealedSecret[]
  member: FoundMember | null
}

/** Lets requests in that an integration has signed. Each step throws the refusal its developer needs. */
export function signedDoor(deps: DoorDeps) {
  const open = secretOpener(deps)
  const log = callLog(deps)
  // In whose name each acted when it was last read: asked for beside it, and again if that has changed.
  const lastMembers = new Map<string, string>()
  // Requests that come while it is read wait for the next reading, so none is judged by what held before it came.
  const named = gathering<null, Named | null>(async (appId, requests) => {
    const place = readAppId(appId)
    const found =
      place && (await deps.db.read(place.tenantId, (own) => find(own, place, { at: deps.now(), lastMembers })))
    return requests.map(() => found)
  })
  return {
    /** The integration the request names. Throws `integration/late` and `integration/unknown`. */
    async named({ appId, timestamp }: Pick<SignedParts, 'appId' | 'timestamp'>): Promise<Named> {
      const serverTime = deps.now()
      if (Math.abs(serverTime - Number(timestamp)) > signedWindowMs)
        throw new Refusal('integration/late', { serverTime })
      const found = await named(appId, null)
      if (!found) throw new Refusal('integration/unknown')
      return found
    },

    /** Throws `integration/signature` unless one of its secrets signed the request. */
    async requireSigned({ integration, secrets }: Named, parts: SignedParts, signature: Buffer): Promise<void> {
      const text = stringToSign(parts)
      const algorithm = signatureAlgorithms[parts.algorithm]
      for (const sealed of secrets) {
        const made = createHmac(algorithm, await open(integration.tenant_id, sealed))
          .update(text)
          .digest()
        if (made.length === signature.length && timingSafeEqual(made, signature)) return
      }
      throw new Refusal('integration/signature', { stringToSign: text })
    },

    /**
     * The member in whose name it acts, with no more rights than its scopes let through. Throws as it may not:
     * `integration/disabled`, `integration/address`, `integration/member`.
     */
    acting({ integration, member: found }: Named, caller: Pick<Caller, 'address' | 'userAgent'>): Member {
      const { tenant_id: tenantId, integration_id: integrationId, account_id: accountId, scopes } = integration
      if (integration.disabled_at !== null) throw new Refusal('integration/disabled')
      const { addresses } = integration
      if (addresses.length > 0 && !isListed(caller.address, addresses)) {
        throw new Refusal('integration/address', { address: caller.address })
      }
      const network = found?.space.entry?.network
      if (network?.isOn && network.applications && !isWithin(network.list, caller.address)) {
        throw new Refusal('integration/address', { address: caller.address })
      }
      if (!found?.space.rights.includes('manageIntegrations')) throw new Refusal('integration/member')
      const space = { ...found.space, rights: rightsWithin(found.space.rights, scopes) }
      return {
        address: caller.address,
        // Evidence names what acted, in the place where it names a person's browser.
        userAgent: `integration ${integrationId} ${caller.userAgent}`.slice(0, 300),
        token: null,
        accountId,
        nickName: found.nickName,
        phone: found.phone,
        // No session: nothing it may ask knows one.
        sessionHash: Buffer.alloc(0),
        expireTime: deps.now(),
        // The personal one gives the real name.
        spaces: [space, ...found.spaces.filter(({ kind }) => kind === 'person')],
        tenantId,
        space,
        integrationId,
      }
    },

    /** Takes a request's nonce and begins its line in the log. Throws `integration/replayed`. */
    async admit({ integration }: Named, logged: LoggedCall & { nonce: string }): Promise<Admitted> {
      const { tenant_id: tenantId, integration_id: integrationId } = integration
      const admitted = { tenantId, integrationId, callId: deps.newId() }
      if (!(await log.begin(admitted, logged))) throw new Refusal('integration/replayed')
      return admitted
    },

    /** Writes down a request that was not let in; its nonce is not used up. */
    async noteRefused({ integration }: Named, logged: LoggedCall, outcome: CallOutcome): Promise<void> {
      const { tenant_id: tenantId, integration_id: integrationId } = integration
      await writeCall(deps, { tenantId, integrationId, callId: deps.newId() }, { ...logged, nonce: null, ...outcome })
    },

    /** Completes the line of a request that was let in. */
    noteAnswered: (admitted: Admitted, outcome: CallOutcome): Promise<void> => log.complete(admitted, outcome),
  }
}

const mostRemembered = 10_000

async function find(
  own: Db,
  { tenantId, integrationId }: { tenantId: string; integrationId: string },
  { at, lastMembers }: { at: number; lastMembers: Map<string, string> },
): Promise<Named | null> {
  const last = lastMembers.get(integrationId)
  const [rows, guessed] = await Promise.all([
    integrationRows(own, { tenantId, integrationId, at }),
    last === undefined ? null : memberIn(own, { accountId: last, tenantId }),
  ])
  const [first] = rows
  if (!first) return null
  const { secretId: _, sealed: _sealed, dataKey: _key, ...integration } = first
  const secrets = rows.flatMap(({ secretId, sealed, dataKey }) =>
    secretId && sealed && dataKey ? [{ secretId, sealed, dataKey }] : [],
  )
  const accountId = integration.account_id
  if (accountId === last) return { integration, secrets, member: guessed }
  if (lastMembers.size >= mostRemembered) lastMembers.delete(lastMembers.keys().next().value ?? '')
  lastMembers.set(integrationId, accountId)
  return { integration, secrets, member: await memberIn(own, { accountId, tenantId }) }
}

/** An integration beside each of its secrets that hold: in one statement, because every request waits for it. */
const integrationRows = compiledOnce((own, given: { tenantId: string; integrationId: string; at: number }) =>
  own
    .selectFrom('integration as i')
    .innerJoin('tenant_key as k', 'k.tenant_id', 'i.tenant_id')
    .leftJoin('integration_secret as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'i.tenant_id')
        .onRef('s.integration_id', '=', 'i.integration_id')
        .on((row) => row.or([row('s.ends_at', 'is', null), row('s.ends_at', '>', given.at)])),
    )
    .where('i.tenant_id', '=', given.tenantId)
    .where('i.integration_id', '=', given.integrationId)
    .orderBy('s.created_at', 'desc')
    .selectAll('i')
    .select(['s.secret_id as secretId', 's.sealed', 'k.sealed as dataKey']),
)

type Line = LoggedCall & CallOutcome

async function writeCall({ db, now }: DoorDeps, { tenantId, integrationId, callId }: Admitted, line: Line) {
  await db.write(tenantId, (tx) =>
    tx
      .insertInto('integration_call')
      .values({
        tenant_id: tenantId,
        integration_id: integrationId,
        call_id: callId,
        nonce: line.nonce,
        at: now(),
        call: line.call,
        address: line.address,
        request_id: line.requestId,
        status: line.status,
        reason: line.reason,
        ms: line.ms,
      })
      .execute(),
  )
}
