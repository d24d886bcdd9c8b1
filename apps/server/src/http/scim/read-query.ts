import { provisioningLimits } from '@moqi/domain/spaces/provisioning'
import { Types } from 'scimmy'
import type { UserFilter } from '#src/cores/provisioning/provided-user.ts'
import { judged, ScimFault } from './scim-fault.ts'
import { userDefinition } from './user-schema.ts'

type Query = Record<string, unknown>

const { pageMost, pageUsual, filterLength } = provisioningLimits

/** Which page is asked for (RFC 7644 §3.4.2.4): from 1 on, at most 200; what is less is taken as the least. */
export function readPage(query: Query): { startIndex: number; count: number } {
  const startIndex = Math.max(numberOf(query, 'startIndex') ?? 1, 1)
  const count = Math.min(Math.max(numberOf(query, 'count') ?? pageUsual, 0), pageMost)
  return { startIndex, count }
}

function numberOf(query: Query, name: string): number | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value)
  throw new ScimFault(400, 'invalidValue', `${name} 应为整数`)
}

const attributeNames = { username: 'userName', externalid: 'externalId', id: 'userId', active: 'active' } as const
const unsupported = '只支持 userName、externalId、id、active 的 eq 比较，可以用 and 相连'

/** What a filter looks for. Throws `invalidFilter` for what is none, and for what nothing here can look for. */
export async function readFilter(query: Query): Promise<UserFilter> {
  const { filter } = query
  if (filter === undefined || filter === '') return {}
  if (typeof filter !== 'string' || filter.length > filterLength) throw invalid(`筛选条件至多${filterLength}个字符`)
  const [only, ...others] = await judged(() => [...new Types.Filter(filter)], 'invalidFilter')
  if (only === undefined || others.length > 0) throw invalid(unsupported)
  const found: UserFilter = {}
  for (const [path, compared] of Object.entries(only)) Object.assign(found, comparisonOf(path, compared))
  return found
}

const invalid = (detail: string) => new ScimFault(400, 'invalidFilter', detail)
const prefix = `${userDefinition.id}:`.toLowerCase()

function comparisonOf(path: string, compared: unknown): UserFilter {
  const name = path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : path
  const attribute = Object.entries(attributeNames).find(([key]) => key === name.toLowerCase())?.[1]
  if (!attribute || !Array.isArray(compared) || compared.length !== 2) throw invalid(unsupported)
  const [operator, value]: unknown[] = compared
  if (typeof operator !== 'string' || operator.toLowerCase() !== 'eq') throw invalid(unsupported)
  if (attribute === 'active') return { active: truth(value) }
  if (typeof value !== 'string') throw invalid(`${name} 应与加引号的文本比较`)
  return { [attribute]: value }
}

function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalid('active 应与 true 或 false 比较')
}

/** Which attributes alone are asked for, or are not (RFC 7644 §3.4.2.5); undefined for those that are told anyway. */
export async function readAttributes({ attributes, excludedAttributes }: Query): Promise<Types.Filter | undefined> {
  const [listed, sign] = typeof attributes === 'string' ? [attributes, 'pr'] : [excludedAttributes, 'np']
  if (typeof listed !== 'string' || listed.trim() === '') return undefined
  const names = listed.split(',').map((name) => name.trim())
  if (listed.length > filterLength || names.some((name) => !/^[\w.:$-]+$/.test(name)))
    throw new ScimFault(400, 'invalidValue', 'attributes 与 excludedAttributes 应为以逗号分隔的属性名')
  const own = names.map((name) => (name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name))
  const known = own.filter((name) => !/^urn:/i.test(name))
  return known.length === 0
    ? undefined
    : judged(() => new Types.Filter(known.map((name) => `${name} ${sign}`).join(' and ')))
}
