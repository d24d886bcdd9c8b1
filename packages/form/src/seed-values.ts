import { digestOf, type KeyType } from '@moqi/trust/cms/keys'
import type { View } from '@moqi/pdf/read/pdf-file'
import { integerOf, itemsOf, nameOf, type PdfDict, textOf } from '@moqi/pdf/read/values'

/** What a field's author may require of a signature in it that ours are not (ISO 32000-2 §12.7.5.5, Table 237). */
export const demandTexts = {
  certificate: '证书',
  format: '签名格式',
  digest: '摘要算法',
  reason: '签署原因',
  certification: '认证签名',
  legal: '法律声明',
  revocation: '内嵌吊销信息',
  lock: '锁定文档',
  appearance: '签名外观',
  timestamp: '指定的时间戳服务',
  parser: '更高版本的签名程序',
} as const
/** What an author may demand of a signature that we cannot give, by its key (ISO 32000-2 table 237). */
export type Demand = keyof typeof demandTexts

/** Entries of a certificate seed value dictionary that can be required (Table 238). */
const certificateEntries = ['Subject', 'Issuer', 'OID', 'SubjectDN', 'KeyUsage', 'URL']
/** Version of the seed values we read: those of PDF 2.0. */
const newestParser = 3
/** Flags that Table 237 gives a meaning. */
const knownFlags = 0x1ff

type Check = {
  flag: number
  demand: Demand
  isMet: (view: View, seed: PdfDict, keyTypes: readonly KeyType[]) => boolean
}

/** What is required when the flag is set; an entry without its flag is only a suggestion. */
const checks: readonly Check[] = [
  { flag: 1, demand: 'format', isMet: (view, seed) => absentOr(view.name(seed, 'Filter'), 'Adobe.PPKLite') },
  {
    flag: 2,
    demand: 'format',
    isMet: (view, seed, keyTypes) => {
      const allowed = itemsOf(view.get(seed, 'SubFilter')).map((item) => nameOf(view.resolve(item)))
      return !seed.entries.has('SubFilter') || keyTypes.some((type) => allowed.includes(subFilter[type]))
    },
  },
  { flag: 4, demand: 'parser', isMet: (view, seed) => (numberOf(view, seed, 'V') ?? 1) <= newestParser },
  { flag: 8, demand: 'reason', isMet: (_, seed) => !seed.entries.has('Reasons') },
  { flag: 16, demand: 'legal', isMet: (_, seed) => !seed.entries.has('LegalAttestation') },
  { flag: 32, demand: 'revocation', isMet: (view, seed) => !isTrue(view, seed, 'AddRevInfo') },
  {
    flag: 64,
    demand: 'digest',
    isMet: (view, seed, keyTypes) => {
      const allowed = itemsOf(view.get(seed, 'DigestMethod')).map((item) => textOf(view.resolve(item)))
      const ours = keyTypes.map((type) => digestOf[type].replace('-', ''))
      return !seed.entries.has('DigestMethod') || ours.some((name) => allowed.includes(name))
    },
  },
  { flag: 128, demand: 'lock', isMet: (view, seed) => view.name(seed, 'LockDocument') !== 'true' },
  { flag: 256, demand: 'appearance', isMet: (_, seed) => !seed.entries.has('AppearanceFilter') },
]

/** What a field's seed values require that a signature of ours with one of these key types would not fulfil. */
export function unmetDemands(view: View, field: PdfDict, keyTypes: readonly KeyType[]): Demand[] {
  const seed = view.dict(field, 'SV')
  if (!seed) return []
  const flags = numberOf(view, seed, 'Ff') ?? 0
  const unmet = checks.filter(({ flag, isMet }) => (flags & flag) !== 0 && !isMet(view, seed, keyTypes))
  return [
    ...new Set<Demand>([
      ...unmet.map(({ demand }) => demand),
      ...((flags & ~knownFlags) === 0 ? [] : (['parser'] as const)),
      ...(isApproval(view, seed) ? [] : (['certification'] as const)),
      ...(namesCertificates(view, seed) ? (['certificate'] as const) : []),
      ...(namesTimestamps(view, seed) ? (['timestamp'] as const) : []),
    ]),
  ]
}

const numberOf = (view: View, dict: PdfDict, key: string) => integerOf(view.get(dict, key))

const absentOr = (name: string | undefined, wanted: string) => name === undefined || name === wanted

function isTrue(view: View, dict: PdfDict, key: string): boolean {
  const value = view.get(dict, key)
  return value.kind === 'boolean' && value.value
}

/** /MDP binds without a flag: any /P but 0 asks for a certification. */
function isApproval(view: View, seed: PdfDict): boolean {
  const permission = view.dict(seed, 'MDP')
  return !permission || numberOf(view, permission, 'P') === 0
}

/** Whose certificate signs is known only when somebody signs, so that nothing may be required of it. */
function namesCertificates(view: View, seed: PdfDict): boolean {
  const certificate = view.dict(seed, 'Cert')
  const flags = (certificate && numberOf(view, certificate, 'Ff')) ?? 0
  return flags !== 0 && certificateEntries.some((key) => certificate?.entries.has(key))
}

function namesTimestamps(view: View, seed: PdfDict): boolean {
  const timestamp = view.dict(seed, 'TimeStamp')
  return timestamp !== undefined && ((numberOf(view, timestamp, 'Ff') ?? 0) & 1) !== 0
}

/** /SubFilter by the key a signature is made with (ADR 0007): SM2 is no part of PAdES, and does not claim to be. */
export const subFilter: Readonly<Record<KeyType, string>> = {
  'P-256': 'ETSI.CAdES.detached',
  RSA: 'ETSI.CAdES.detached',
  SM2: 'adbe.pkcs7.detached',
}
