import type { Verdict } from '@moqi/api/file'
import { agentIn } from '@moqi/domain/contract/sign-reason'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Tone } from '../../ui/tag.tsx'

/** One signature of a verified file, as the server tells it. */
export type Signature = Verdict['signatureArray'][number]

const integrities: Record<string, string> = {
  intact: '完整，所签内容未被改动',
  broken: '已被破坏',
  unclear: '无法判断',
}
const certificateStatuses: Record<string, string> = {
  valid: '有效',
  expired: '过期',
  revoked: '已吊销',
  unknown: '无法确认',
}
const coverages: Record<string, string> = {
  'whole-file': '整个文件',
  'whole-revision': '签署时的整个文件',
  partial: '只覆盖文件的一部分',
}

const day = (ms: number) => formatDate(ms, '{y}-{m}-{d}')
const inPairs = (hex: string) => (/^[0-9a-f]+$/i.test(hex) ? (hex.toUpperCase().match(/.{1,2}/g) ?? []).join(' ') : hex)
/** Below a second it changes nothing that is shown. */
const accuracyOf = ({ timestampAccuracy = 0 }: Signature) =>
  timestampAccuracy < 1000 ? '' : ` ±${Math.ceil(timestampAccuracy / 1000)}秒`
const timestampOf = (one: Signature) =>
  one.timestampTime === null
    ? '无，签署时间取自签名者本机'
    : `${formatDate(one.timestampTime)}${accuracyOf(one)}${one.timestampAuthority ? `（${one.timestampAuthority}）` : ''}`

/** A word the verifier uses, in Chinese; a word not known here is shown as it is. */
const word = (words: Record<string, string>, value: string) => words[value] ?? value

/**
 * Whom a certificate's distinguished name (RFC 4514) names: the person or company, then what it belongs to. A name that
 * is not of this form is shown as it is.
 */
export function readableName(name: string): string {
  const parts = name.split(/(?<!\\),\s*/).map((part) => /^([A-Za-z]+)=(.*)$/.exec(part.trim()))
  const of = (key: string) =>
    parts.find((part) => part?.[1]?.toUpperCase() === key)?.[2]?.replaceAll(/\\(.)/g, '$1') ?? ''
  const [common, organisation] = [of('CN'), of('O')]
  if (common === '') return organisation || name
  return organisation === '' || organisation === common ? common : `${common}（${organisation}）`
}

/** Pages in a row as one range: 第1–18页, 第1、3页. */
function pagesText({ page, pages }: Signature): string {
  const seen = pages.length > 0 ? pages : page === null ? [] : [page]
  const runs: { from: number; to: number }[] = []
  for (const one of seen) {
    const last = runs.at(-1)
    if (last && one === last.to + 1) last.to = one
    else runs.push({ from: one, to: one })
  }
  if (runs.length === 0) return '不可见签名'
  return `第${runs.map(({ from, to }) => (from === to ? from : `${from}–${to}`)).join('、')}页`
}

/** Names and values of one signature in the order of domain.md 7.8; what is unknown says so. */
export function signatureFacts(one: Signature): [label: string, value: string][] {
  const { certificate } = one
  return [
    ['签署方', one.signerName || '未注明'],
    ...reasonFacts(one),
    ['签署时间', one.signTime === null ? '未注明' : formatDate(one.signTime)],
    ['时间戳', timestampOf(one)],
    ['证书持有人', certificate ? readableName(certificate.subject) : '未注明'],
    ['证书颁发者', certificate ? readableName(certificate.issuer) : '未注明'],
    ['证书序列号', certificate ? inPairs(certificate.serialNumber) : '未注明'],
    ['证书有效期', certificate ? `${day(certificate.notBefore)} 至 ${day(certificate.notAfter)}` : '未注明'],
    ['签名算法', one.algorithm || '未注明'],
    ['所在页码', pagesText(one)],
    ['完整性', word(integrities, one.integrity)],
    ['证书状态', word(certificateStatuses, one.certificateStatus)],
    ['签名覆盖范围', word(coverages, one.coverage)],
    ...electronicSeals(one),
  ]
}

/** Who acted for a company, as our own signatures name it; of any other what it gives as its reason. */
function reasonFacts({ statedReason, ownPlatform }: Signature): [label: string, value: string][] {
  if (!ownPlatform) return statedReason === '' ? [] : [['签署理由', statedReason]]
  const agent = agentIn(statedReason)
  return agent === '' ? [] : [['经办人', agent]]
}

/** What the verifier says of the electronic seals of GB/T 38540 in a signature; nothing where there is none. */
function electronicSeals({ reasonArray }: Signature): [label: string, value: string][] {
  const seals = reasonArray.filter(({ code }) => code.startsWith('eseal-'))
  const told = seals.map(({ text, detail }) => `${text.replace(/^电子印章：/, '')}${detail ? `（${detail}）` : ''}`)
  return told.length > 0 ? [['电子印章', told.join('；')]] : []
}

/** The word a signature wears on its card. */
export function signatureWord(one: Signature): { tone: Tone; text: string } {
  if (one.verdict === 'valid') return { tone: 'green', text: one.ownPlatform ? '有效' : '有效（其他平台）' }
  if (one.verdict === 'invalid') return { tone: 'seal', text: invalidWord(one) }
  if (isAwaiting(one)) return { tone: 'ochre', text: '等待时间戳' }
  return {
    tone: 'ochre',
    text: one.integrity === 'intact' && one.permission !== 'unclear' ? '签署人身份无法确认' : '无法判断',
  }
}

/** Nothing but its missing time-stamp leaves it open. */
export function isAwaiting({ verdict, reasonArray }: Signature): boolean {
  const open = reasonArray.filter(({ severity }) => severity === 'indeterminate')
  return verdict === 'indeterminate' && open.length > 0 && open.every(({ code }) => code === 'timestamp-awaited')
}

function invalidWord({ integrity, permission }: Signature): string {
  if (integrity === 'broken') return '内容已被篡改'
  return permission === 'forbidden-changes' ? '签署后被修改' : '无效'
}

/** A signature of a party, as against the platform's own lock on the document and time-stamps over the file. */
export const isParty = ({ kind }: Signature): boolean => kind === 'approval'

/** The verifier's sentence for places of ours that later parties filled: a change, but one agreed on. */
const asAgreed = '后续签署方按约定签署'

/** Everything altered that no signature allows, each named once. */
export const forbiddenChanges = (signatures: readonly Signature[]): string[] => [
  ...new Set(
    signatures
      .filter(({ permission }) => permission === 'forbidden-changes')
      .flatMap(({ changedAfterwards }) => changedAfterwards.filter((change) => change !== asAgreed)),
  ),
]

/** What there is to say of the file beyond what its signatures' own cards say. */
export function fileRemarks({ reasonArray, signatureArray }: Pick<Verdict, 'reasonArray' | 'signatureArray'>) {
  const said = new Set(signatureArray.flatMap((one) => one.reasonArray.map(({ code, detail }) => `${code} ${detail}`)))
  return reasonArray.filter(({ severity, code, detail }) => severity !== 'info' && !said.has(`${code} ${detail}`))
}

/** A reason's detail for people; the verifier's own code words are none. */
export const readableDetail = (detail: string | undefined): string =>
  detail === undefined || /^[a-z0-9-]+$/.test(detail) ? '' : detail

/** A clause of a published standard; the rest are rules of the verifier's own, which people cannot look up. */
export const publicClause = (clause: string): string => (/^(?:ISO|RFC|EN|GB|32000)/.test(clause) ? clause : '')

/** Whether the certificate itself says that it proves nothing at law (design, invariant 10). */
export const isTestCertificate = ({ certificate }: Signature): boolean =>
  certificate !== null && `${certificate.subject} ${certificate.issuer}`.includes('测试证书')

/** A size in bytes as people read it. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
