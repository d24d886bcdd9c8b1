import { Schemas, Types } from 'scimmy'
import { z } from 'zod'
import type { KnownUser, ProvidedUser } from '#src/cores/provisioning/provided-user.ts'
import { judged, ScimFault } from './scim-fault.ts'

const { Attribute, SchemaDefinition } = Types
const text = (name: string, description: string, config = {}) =>
  new Attribute('string', name, { description, uniqueness: 'none', ...config })

/** An address or number of several (RFC 7643 §2.4), of whatever type a provider names. */
const several = (name: string, description: string) =>
  new Attribute('complex', name, { multiValued: true, uniqueness: 'none', description }, [
    text('value', '值'),
    text('display', '显示名称'),
    text('type', '类型，例如 work、mobile'),
    new Attribute('boolean', 'primary', { description: '是否首选' }),
  ])

/** What is kept of a user, of the core schema (RFC 7643 §4.1). */
export const userDefinition = new SchemaDefinition('User', Schemas.User.id, '企业成员', [
  text('userName', '身份系统中的账号，在企业内唯一，不区分大小写', { required: true, uniqueness: 'server' }),
  new Attribute('complex', 'name', { description: '姓名' }, [
    text('formatted', '全名'),
    text('familyName', '姓'),
    text('givenName', '名'),
  ]),
  text('displayName', '显示名称，邀请成员时优先用作姓名'),
  new Attribute('boolean', 'active', { description: '停用的成员不能进入企业空间' }),
  several('emails', '邮箱，仅保存'),
  several('phoneNumbers', '手机号，按第一个手机号邀请成员'),
])

/** A user as the library holds one to its definition, which is shared with nothing else. */
export class ScimUser extends Types.Schema {
  static override get id() {
    return userDefinition.id
  }
  static override get definition() {
    return userDefinition
  }
  constructor(resource: object, direction = 'both') {
    super(resource, direction)
    Object.assign(this, userDefinition.coerce(resource, direction))
  }
}

const said = (most: number) =>
  z
    .string()
    .max(most)
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    .refine((value) => value.isWellFormed() && !value.includes('\0'))
const Several = z.object({
  value: said(200).optional(),
  display: said(200).optional(),
  type: said(40).optional(),
  primary: z.boolean().optional(),
})
const Provided = z.object({
  userName: said(200).refine((name) => name.trim() !== ''),
  externalId: said(200).optional(),
  active: z.boolean().optional(),
  displayName: said(100).optional(),
  name: z
    .object({ formatted: said(100).optional(), familyName: said(100).optional(), givenName: said(100).optional() })
    .optional(),
  emails: z.array(Several).max(10).optional(),
  phoneNumbers: z.array(Several).max(10).optional(),
})

/** What a user of the library's says, within what is kept of one. Throws `invalidValue`, and names the attribute. */
export function providedOf(user: Types.Schema): ProvidedUser {
  const parsed = Provided.safeParse(JSON.parse(JSON.stringify(user)))
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new ScimFault(400, 'invalidValue', `属性 ${path} 为空、过长或过多，或含有不能保存的字符`)
}

/** A user as a provider sends it whole: what is not kept is passed over, whatever it is. */
export const readUser = (body: unknown): Promise<ProvidedUser> =>
  judged(() => {
    const { schemas, ...rest } = attributesOf(body)
    if (!Array.isArray(schemas) || !schemas.includes(userDefinition.id))
      throw new ScimFault(400, 'invalidSyntax', `schemas 须包含 ${userDefinition.id}`)
    return providedOf(new ScimUser(plain(rest), 'in'))
  })

/** The fields of a body. Throws `invalidSyntax` for JSON that has none. */
export function attributesOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ScimFault(400, 'invalidSyntax', '请求内容应为一个 JSON 对象')
  return Object.fromEntries(Object.entries(body))
}

const booleans = new Set(['active', 'primary'])

/** Entra sends truth as text, with a capital letter, unless it is told otherwise. */
export function plain(value: unknown, name = ''): Record<string, unknown> {
  const seen = untold(value, name)
  return typeof seen === 'object' && seen !== null && !Array.isArray(seen)
    ? Object.fromEntries(Object.entries(seen))
    : {}
}

/** A value with truth that is told as text told as such; `name` is the attribute it belongs to. */
export function untold(value: unknown, name: string): unknown {
  if (typeof value === 'string' && booleans.has(name.toLowerCase()))
    return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : value
  if (Array.isArray(value)) return value.map((one) => untold(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, untold(inner, key)]))
}

/** A user as it is told, at `base`, with only those attributes that are asked for. */
export function shownUser(user: KnownUser, base: string, attributes?: Types.Filter): object {
  const { userId, userName, externalId, active, displayName, name, emails, phoneNumbers } = user
  const source = {
    id: userId,
    ...(externalId !== undefined && { externalId }),
    userName,
    ...(name && Object.keys(name).length > 0 && { name }),
    ...(displayName !== undefined && { displayName }),
    active,
    ...(emails && { emails }),
    ...(phoneNumbers && { phoneNumbers }),
    meta: { created: new Date(user.createdAt), lastModified: new Date(user.changedAt) },
  }
  // Whatever else is asked for: without its schemas a resource is none.
  return { schemas: [userDefinition.id], ...userDefinition.coerce(source, 'out', `${base}/Users`, attributes) }
}
