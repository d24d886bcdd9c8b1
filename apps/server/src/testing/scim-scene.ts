import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** What a provider is answered. */
export type ScimAnswer = { status: number; headers: Record<string, unknown>; body: ScimBody }
type ScimBody = {
  id: string
  active: boolean
  userName: string
  detail: string
  scimType?: string
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimBody[]
} & Record<string, unknown>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Asks as a provider does; a text is sent as it is. */
export type ScimAsk = (method: Method, path: string, body?: object | string) => Promise<ScimAnswer>

/** A provider that shows that token, or none. */
export const scimWith =
  (server: TestServer, token: string | null, type = 'application/scim+json'): ScimAsk =>
  async (method, path, body) => {
    const answer = await server.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body || '{}') }
  }

/** A provider of a company of its own making. */
export async function scimOf(server: TestServer, owner: Player): Promise<ScimAsk> {
  const { data, message } = await server.call('makeProvisioningToken', {}, owner)
  if (typeof data.token !== 'string') throw new Error(message)
  return scimWith(server, data.token)
}

/** The schemas of a user. */
export const userSchemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
const patchSchemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

/** A PATCH of these operations. */
export const patchOf = (...Operations: object[]) => ({ schemas: patchSchemas, Operations })

/** A user as a provider sends it. */
type SentUser = { userName: string; externalId: string } & Record<string, unknown>

/** A user as Okta makes one (developer.okta.com, SCIM 2.0 protocol reference). */
export const oktaUser = (userName: string, phone: string, change: object = {}): SentUser => ({
  schemas: userSchemas,
  userName,
  name: { givenName: '三丰', familyName: '张' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  phoneNumbers: [{ primary: true, value: phone, type: 'mobile' }],
  displayName: '张三丰',
  locale: 'zh-CN',
  externalId: `00u-${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...change,
})

/** A user as Entra makes one (learn.microsoft.com, use-scim-to-provision-users-and-groups). */
export const entraUser = (userName: string, phone: string, change: object = {}): SentUser => ({
  schemas: [...userSchemas, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `0a21f0f2-${userName}`,
  userName,
  active: true,
  displayName: '李四光',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: '李四光', familyName: '李', givenName: '四光' },
  phoneNumbers: [{ type: 'mobile', value: `+86 ${phone}` }],
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: '地质部', employeeNumber: '007' },
  ...change,
})
