import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { Types } from 'scimmy'

/** What is wrong with a request by the protocol itself (RFC 7644 §3.12); `scimType` is absent where none fits. */
export class ScimFault extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, scimType: string | undefined, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** How refusals travel; every other one is a conflict with how things stand. */
const statuses: Partial<Record<RefusalCode, readonly [status: number, scimType?: string]>> = {
  'session/required': [401],
  'space/not-authenticated': [403],
  'member/not-found': [404],
  'request/invalid': [400, 'invalidValue'],
  'field/invalid': [400, 'invalidValue'],
  'provisioning/taken': [409, 'uniqueness'],
  'request/too-often': [429],
  'service/unavailable': [503],
}

/** A refusal as a provider is told of it. */
export function faultOf({ code, detail }: Pick<Refusal, 'code' | 'detail'>): ScimFault {
  const [status, scimType] = statuses[code] ?? [409]
  const text = code === 'session/required' ? 'SCIM 令牌不存在、已失效或已被吊销' : refusalAnswers[code].text(detail)
  return new ScimFault(status, scimType, text)
}

/** An error as it travels. */
export const faultBody = ({ status, scimType, message }: ScimFault) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  ...(scimType !== undefined && { scimType }),
  detail: message,
  status: String(status),
})

const words: Readonly<Record<string, string>> = {
  invalidFilter: '筛选条件不正确',
  invalidPath: '属性路径不存在',
  invalidSyntax: '请求内容不符合 SCIM 2.0',
  invalidValue: '属性值不正确',
  mutability: '该属性不能修改',
  noTarget: '没有可修改的值',
}

/**
 * What the library does, with what it objects to told as a fault: as an error of the protocol, or as a `TypeError` for
 * a value of the wrong kind. Its own words say where.
 */
export async function judged<T>(work: () => T | Promise<T>, otherwise = 'invalidValue'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScimFault || error instanceof Refusal) throw error
    if (!(error instanceof Types.Error) && !(error instanceof TypeError)) throw error
    const scimType = error instanceof Types.Error ? error.scimType : otherwise
    throw new ScimFault(400, scimType, `${words[scimType] ?? '请求不正确'}（${error.message}）`)
  }
}
