import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { startSession } from '#src/cores/identity/session.ts'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Deps } from '#src/platform/deps.ts'
import { testServer } from './test-server.ts'

/** A space with somebody who acts in it. */
export type Actor = { accountId: string; tenantId: string; companyId: string | null; token: string }
type Question = {
  as?: Actor
  json?: object
  upload?: { name: string; bytes: Buffer; fields?: Record<string, string> }
  headers?: Record<string, string>
}

/** A whole server over a real embedded database, and people who are signed in to it. */
export type SideServer = {
  app: FastifyInstance
  deps: Deps
  person: (name: string, authStatus?: AuthState) => Promise<Actor>
  company: (name: string, owner: Actor) => Promise<Actor>
  operator: (company: Actor, person: Actor) => Promise<Actor>
  ask: (method: 'GET' | 'POST', url: string, question?: Question) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

/** Starts one, as a demo. */
export async function openSideServer(): Promise<SideServer> {
  const { app, deps, close } = await testServer()
  return {
    app,
    deps,
    ...people(deps),
    ask: async (method, url, question = {}) => app.inject({ method, url, ...(await requestOf(question)) }),
    close,
  }
}

async function requestOf({ as, json, upload, headers }: Question) {
  const own = as ? { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId } : {}
  if (!upload) return { headers: { ...own, ...headers }, ...(json && { payload: json }) }
  const form = new FormData()
  for (const [field, value] of Object.entries(upload.fields ?? {})) form.append(field, value)
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
