import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { answerErrors } from '#src/http/mount.ts'
import { secure } from '#src/http/security-headers.ts'
import { startSession } from '#src/http/session.ts'
import { embeddedSigningAuthority } from '#src/platform/authority/embedded-signing-authority.ts'
import { fileBlobStore } from '#src/platform/blobs/file-blob-store.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { startPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import type { AuthStatus } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { openFreezePool } from '#src/platform/freeze-pool.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity-gateway.ts'
import { openWorkshop } from '#src/platform/workshop.ts'

/** A space with somebody who acts in it. */
export type Actor = { accountId: string; tenantId: string; companyId: string | null; token: string }
type Question = {
  as?: Actor
  json?: object
  upload?: { name: string; bytes: Buffer }
  headers?: Record<string, string>
}

/** A server of some calls over a real embedded database, in a folder of its own. */
export type SideServer = {
  app: FastifyInstance
  deps: Deps
  person: (name: string, authStatus?: AuthStatus) => Promise<Actor>
  company: (name: string, owner: Actor) => Promise<Actor>
  operator: (company: Actor, person: Actor) => Promise<Actor>
  ask: (method: 'GET' | 'POST', url: string, question?: Question) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

/** Starts one; `mountCalls` adds what the test is about. */
export async function openSideServer(mountCalls: (app: FastifyInstance, deps: Deps) => void): Promise<SideServer> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-side-'))
  const postgres = await startPostgres(join(folder, 'postgres'))
  const { host, user, database } = postgres
  const db = openDatabase(await migrate({ host, user, database }, () => randomBytes(16).toString('hex')))
  const base = {
    config: readConfig({ MOQI_DATA: folder, PORT: '8080' }),
    db,
    blobs: fileBlobStore(join(folder, 'blobs')),
    now: Date.now,
    random: randomBytes,
    newId: () => randomUUIDv7(),
    log: () => {},
    keyEncryptionKey: randomBytes(32),
    identity: embeddedIdentityGateway,
  }
  const authority = await embeddedSigningAuthority(base)
  const deps: Deps = {
    ...base,
    authority,
    workshop: openWorkshop({ roots: authority.roots, now: base.now }),
    freezer: openFreezePool(authority, base.now),
  }
  const app = fastify()
  await app.register(multipart)
  secure(app)
  answerErrors(app, deps.log)
  mountCalls(app, deps)
  await app.ready()
  return {
    app,
    deps,
    ...people(deps),
    ask: async (method, url, question = {}) => app.inject({ method, url, ...(await requestOf(question)) }),
    async close() {
      await app.close()
      await deps.workshop.close()
      await deps.freezer.close()
      await db.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function requestOf({ as, json, upload, headers }: Question) {
  const own = as ? { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId } : {}
  if (!upload) return { headers: { ...own, ...headers }, ...(json && { payload: json }) }
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(upload.bytes)]), upload.name)
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  return { headers: { ...own, 'content-type': encoded.headers.get('content-type') ?? '', ...headers }, payload }
}

function people(deps: Deps): Pick<SideServer, 'person' | 'company' | 'operator'> {
  let phone = 13_900_000_000
  const space = { credit_code: null, identity_hash: null, reject_reason: null, created_at: 0 }

  async function addMember(tenantId: string, accountId: string, isOwner: boolean): Promise<void> {
    const membership = { tenant_id: tenantId, account_id: accountId, is_owner: isOwner, created_at: 0 }
    await deps.db.directoryWrite((tx) => tx.insertInto('membership').values(membership).execute())
  }

  return {
    async person(name, authStatus = 'passAuth') {
      const accountId = deps.newId()
      const tenantId = deps.newId()
      phone += 1
      const account = {
        account_id: accountId,
        user_name: null,
        phone: String(phone),
        nick_name: name,
        email: null,
        password_hash: null,
        password_changed_at: null,
        check_auth_shown: 0,
        check_seal_shown: 0,
        password_shown: 0,
        created_at: 0,
      }
      const { token } = await deps.db.directoryWrite(async (tx) => {
        await tx.insertInto('account').values(account).execute()
        await tx
          .insertInto('space')
          .values({ ...space, tenant_id: tenantId, kind: 'person', company_id: null, name, auth_status: authStatus })
          .execute()
        const caller = { address: '127.0.0.1', userAgent: 'test', token: null }
        return startSession(deps, tx, caller, { accountId, remember: false })
      })
      await addMember(tenantId, accountId, true)
      return { accountId, tenantId, companyId: null, token }
    },
    async company(name, owner) {
      const tenantId = deps.newId()
      const companyId = deps.newId()
      const row = { ...space, tenant_id: tenantId, kind: 'company', company_id: companyId, name } as const
      await deps.db.directoryWrite((tx) =>
        tx
          .insertInto('space')
          .values({ ...row, auth_status: 'passAuth' })
          .execute(),
      )
      await addMember(tenantId, owner.accountId, true)
      return { ...owner, tenantId, companyId }
    },
    async operator({ tenantId, companyId }, person) {
      await addMember(tenantId, person.accountId, false)
      return { ...person, tenantId, companyId }
    },
  }
}
