import { createHmac, timingSafeEqual } from 'node:crypto'
import { rightsWithin } from '@moqi/domain/integrations/integration-rules'
import {
  type SignedParts,
  signatureAlgorithms,
  signedWindowMs,
  stringToSign,
} from '@moqi/domain/integrations/signed-request'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { findMember } from '#src/cores/identity/session.ts'
import type { Caller, Member } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isListed } from '#src/platform/network-list.ts'
import { readAppId } from './app-id.ts'
import type { StoredIntegration } from './integration-store.ts'
import { type SealedSecret, secretOpener } from './secrets.ts'

type DoorDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'keyEncryption'>

/** An integration that a request names, with its secrets that hold. */
export type Named = { integration: StoredIntegration; secrets: SealedSecret[] }

/** A request as its line in the log has it. */
export type LoggedCall = { call: string; address: string; requestId: string; nonce: string | null }

/** What a request came to. */
export type CallOutcome = { status: number; reason: RefusalCode | null; ms: number }

/** A request that was let in, by its line in the log. */
export type Admitted = { tenantId: string; integrationId: string; callId: string }

/** Lets requests in that an integration has signed. Each step throws the refusal its developer needs. */
export function signedDoor(deps: DoorDeps) {
  const open = secretOpener(deps)
  return {
    /** The integration the request names. Throws `integration/late` and `integration/unknown`. */
    async named({ appId, timestamp }: Pick<SignedParts, 'appId' | 'timestamp'>): Promise<Named> {
      const serverTime = deps.now()
      if (Math.abs(serverTime - Number(timestamp)) > signedWindowMs)
        throw new Refusal('integration/late', { serverTime })
      const named = readAppId(appId)
      const found = named && (await deps.db.read(named.tenantId, (own) => find(deps, own, named)))
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
    async acting({ integration }: Named, caller: Pick<Caller, 'address' | 'userAgent'>): Promise<Member> {
      const { tenant_id: tenantId, integration_id: integrationId, account_id: accountId, scopes } = integration
      if (integration.disabled_at !== null) throw new Refusal('integration/disabled')
      const { addresses } = integration
      if (addresses.length > 0 && !isListed(caller.address, addresses)) {
        throw new Refusal('integration/address', { address: caller.address })
      }
      const found = await findMember(deps, { accountId, tenantId })
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
      try {
        await writeCall(deps, admitted, { ...logged, status: null, reason: null, ms: null })
      } catch (error) {
        if (isDuplicate(error)) throw new Refusal('integration/replayed')
        throw error
      }
      return admitted
    },

    /** Writes down a request that was not let in; its nonce is not used up. */
    async noteRefused({ integration }: Named, logged: LoggedCall, outcome: CallOutcome): Promise<void> {
      const { tenant_id: tenantId, integration_id: integrationId } = integration
      await writeCall(deps, { tenantId, integrationId, callId: deps.newId() }, { ...logged, nonce: null, ...outcome })
    },

    /** Completes the line of a request that was let in. */
    async noteAnswered({ tenantId, integrationId, callId }: Admitted, outcome: CallOutcome): Promise<void> {
      await deps.db.write(tenantId, (tx) =>
        tx
          .updateTable('integration_call')
          .set({ status: outcome.status, reason: outcome.reason, ms: outcome.ms })
          .where('tenant_id', '=', tenantId)
          .where('integration_id', '=', integrationId)
          .where('call_id', '=', callId)
          .execute(),
      )
    },
  }
}

async function find(
  { now }: Pick<Deps, 'now'>,
  own: Db,
  { tenantId, integrationId }: { tenantId: string; integrationId: string },
): Promise<Named | null> {
  const [integration, secrets] = await Promise.all([
    own
      .selectFrom('integration')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .selectAll()
      .executeTakeFirst(),
    own
      .selectFrom('integration_secret as s')
      .innerJoin('tenant_key as k', 'k.tenant_id', 's.tenant_id')
      .where('s.tenant_id', '=', tenantId)
      .where('s.integration_id', '=', integrationId)
      .where((row) => row.or([row('s.ends_at', 'is', null), row('s.ends_at', '>', now())]))
      .orderBy('s.created_at', 'desc')
      .select(['s.secret_id as secretId', 's.sealed', 'k.sealed as dataKey'])
      .execute(),
  ])
  return integration ? { integration, secrets } : null
}

type Line = LoggedCall & { status: number | null; reason: RefusalCode | null; ms: number | null }

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
