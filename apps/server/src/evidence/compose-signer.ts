import { agentName } from '@moqi/domain/account/agent-name'
import { maskPhone } from '@moqi/domain/identity/phone'
import { partyStateLabels } from '@moqi/domain/labels/status-labels'
import { logVerbs } from '@moqi/domain/labels/log-verbs'
import { formatDate } from '@moqi/domain/time/format-date'
import type { LogLine, LogProof } from '@moqi/evidence/evidence'
import { approvalRecordOf, type SignRecord, signRecordOf, willMethods } from '@moqi/evidence/log-record'
import type { Block, Fact, ReportContent } from '@moqi/evidence/report/report-content'
import type { SignatureVerdict } from '@moqi/verify/verdict'
import { type PartyRow, partyName } from '#src/cores/contract/contract-rows.ts'
import { paperBlocks } from './compose-papers.ts'
import type { FactSpace, Facts } from './read-facts.ts'

const time = (at: number | null) => formatDate(at) || '—'
const day = (at: number) => formatDate(at, '{y}-{m}-{d}')
const unrecorded = '未记录'
const two = (...parts: string[]) => parts.filter(Boolean).join('　')

/** How the identity behind a space was proved. */
function identityFacts(space: FactSpace | undefined, isCompany: boolean): Fact[] {
  const method = isCompany ? '企业名称与统一社会信用代码' : '姓名与身份证号'
  const code: Fact[] = space?.code ? [['信用代码', space.code]] : []
  if (!space?.passed) return [...code, ['实名认证', '未实名认证']]
  const proved = two('已实名认证', `核验${method}`, space.at === null ? '时间未记录' : time(space.at))
  return [...code, ['实名认证', proved], ['认证编号', space.authId ?? unrecorded]]
}

/** The initiator, where it is no party, and how its identity was proved; nothing where it stands among the parties. */
export function initiatorBlocks({ contract, parties, spaces }: Facts): Block[] {
  const { tenant_id: tenantId, initiator_name: name, initiator_company: company } = contract
  const isOwn = ({ party_tenant_id, account_id }: PartyRow) =>
    party_tenant_id === tenantId && (company !== null || account_id === contract.initiator_account_id)
  if (parties.some(isOwn)) return []
  const isCompany = company !== null
  const operator: Fact[] = isCompany ? [['经办人', name]] : []
  const rows: Fact[] = [
    [isCompany ? '企业' : '个人', company ?? name],
    ...identityFacts(spaces.get(tenantId), isCompany),
    ...operator,
  ]
  return [
    { kind: 'heading', text: '发起方' },
    { kind: 'facts', rows },
  ]
}

/** A party and how its identity was proved. */
export function partyBlocks({ spaces }: Facts, party: PartyRow): Block[] {
  const space = party.party_tenant_id ? spaces.get(party.party_tenant_id) : undefined
  const rows: Fact[] = [
    [party.kind === 'company' ? '企业' : '个人', partyName(party)],
    ...identityFacts(space, party.kind === 'company'),
    [
      party.kind === 'company' ? '经办人' : '手机号',
      two(party.kind === 'company' ? party.name : '', maskPhone(party.phone)),
    ],
    ['状态', partyStateLabels[party.state]],
  ]
  return [{ kind: 'facts', rows }]
}

const nearMs = 10_000

/** The party's own line of that kind, nearest to when it happened. */
function lineNear({ lines }: LogProof, verb: string, accountId: string | null, at: number | null): LogLine | undefined {
  if (at === null || accountId === null) return undefined
  const own = lines.filter((line) => line.verb === verb && line.accountId === accountId)
  return own
    .filter((line) => Math.abs(line.at - at) < nearMs)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
}

/** What says that the party was signed for automatically; undefined where a person did it. */
const automaticLine = ({ lines }: LogProof, { party_no, signed_at }: PartyRow): LogLine | undefined =>
  signed_at === null ? undefined : lines.find((line) => signRecordOf(line)?.automatic?.partyNo === party_no)

/** What is kept of one party's signing, from the invitation to the time-stamp. */
export function signerSection(facts: Facts, party: PartyRow, proof: LogProof): ReportContent['sections'][number] {
  const line = automaticLine(proof, party) ?? lineNear(proof, 'sign', party.account_id, party.signed_at)
  const record = line ? signRecordOf(line) : null
  const signatures = facts.files.flatMap(({ name, verified, signerOf }) =>
    verified.signatureArray
      .filter(({ kind, fieldName }) => kind === 'approval' && signerOf.get(fieldName) === party.party_no)
      .map((signature) => ({ name, signature })),
  )
  const rows: Fact[] = [
    ['签署人', two(party.name, maskPhone(party.phone))],
    ['邀请', invitedText(facts, party)],
    ['打开', time(party.read_at)],
    ...(party.signed_at === null
      ? [['签署', partyStateLabels[party.state]] as const]
      : [...signedFacts(facts, party, { line, record }), ...approvalFacts(proof, party)]),
  ]
  return {
    title: `签署证据　${partyName(party)}`,
    blocks: [
      { kind: 'facts', rows },
      ...paperBlocks(proof, party.party_no),
      ...signatures.flatMap(({ name, signature }) => signatureBlocks(name, signature)),
      {
        kind: 'note',
        text: '以上各项取自签署时写入的操作日志和文件中的数字签名。日志的各条以散列值相连，改动任何一条都会使其后各条不能通过验证。',
      },
    ],
  }
}

const invitationStates = {
  waiting: '待发送',
  sent: '已发送',
  delivered: '已送达',
  failed: '发送失败',
  late: '已过期未发送',
} as const

function invitedText({ contract, parties, invitations }: Facts, party: PartyRow): string {
  const sent = invitations.get(party.party_no)
  if (sent) return two(time(sent.at), '短信', `${invitationStates[sent.state]} ${time(sent.changedAt)}`)
  // The message is no longer kept: a party is asked when those before it have signed.
  if (party.state === 'waiting') return '尚未轮到'
  const before = parties.filter(
    ({ sign_order }) => contract.sign_order_type === 'order' && sign_order < party.sign_order,
  )
  const turn = Math.max(contract.sent_at ?? 0, ...before.map(({ signed_at }) => signed_at ?? 0))
  return turn > 0 ? two(time(turn), '短信', '发送结果已不留存') : '—'
}

function signedFacts(
  { sealNames }: Facts,
  party: PartyRow,
  { line, record }: { line: LogLine | undefined; record: SignRecord | null },
): Fact[] {
  const seals = record?.seals.map((sealId) => two(sealNames.get(sealId) ?? '', sealId)).join('；')
  return [
    ['签署', time(party.signed_at)],
    ['打开至签署', party.read_at === null ? '—' : duration((party.signed_at ?? 0) - party.read_at)],
    ...(record?.automatic ? [['签署方式', `自动签署，授权书编号${record.automatic.letterNo}`] as const] : []),
    ...readingFacts(record),
    ...willFacts(record),
    ['使用印章', record ? seals || '手写签名' : unrecorded],
    ...grantFacts(sealNames, record),
    ...(record?.automatic ? [] : deviceFacts(line)),
  ]
}

/** Each way in which the will was proved, from where and with what. */
function willFacts(record: SignRecord | null): Fact[] {
  if (record?.automatic) return [['意愿认证', '按企业签署的自动签署授权书，签署时不作意愿认证']]
  const will = record?.will ?? []
  if (will.length === 0) return [['意愿认证', unrecorded]]
  const label = will.length > 1 ? '双重意愿认证' : '意愿认证'
  return will.map(({ method, at, address, userAgent }): Fact => {
    const agent = userAgent && agentName(userAgent).name
    return [label, two(willMethods[method], time(at), '通过', address, agent)]
  })
}

/** What the signer's page reported of the reading; nothing where it did not. */
const readingFacts = (record: SignRecord | null): Fact[] =>
  record?.reading
    ? [['阅读', `打开${duration(record.reading.seconds * 1000)}，看过${record.reading.pagesSeen}页（签署页面记录）`]]
    : []

/** By which letters the signer had seals that are not the own and not by office. */
const grantFacts = (sealNames: Facts['sealNames'], record: SignRecord | null): Fact[] =>
  (record?.grants ?? []).map(({ seal, letterNo }) => [
    '印章授权',
    two(sealNames.get(seal) ?? '', letterNo === null ? '未签授权书' : `授权书编号${letterNo}`),
  ])

/** Who agreed to the use of the seal, by the application that the party was signed for; nothing where none was. */
function approvalFacts({ lines }: LogProof, { party_no }: PartyRow): Fact[] {
  const own = lines.filter((line) => approvalRecordOf(line)?.partyNo === party_no)
  const submitted = own.findLastIndex(({ verb }) => verb === 'submitApproval')
  const round = submitted < 0 ? [] : own.slice(submitted)
  if (round.some(({ verb }) => verb === 'refuse' || verb === 'recallApproval')) return []
  return round.map((line): Fact => {
    const ways = approvalRecordOf(line)?.will ?? []
    const proved = ways.map(({ method, at }) => two(willMethods[method], time(at)))
    return [logVerbLabel(line.verb), two(line.who, time(line.at), ...proved)]
  })
}

const logVerbLabel = (verb: string): string => (verb === 'approve' ? logVerbs.approve : logVerbs.submitApproval)

const deviceFacts = (line: LogLine | undefined): Fact[] => [
  ['IP 地址', line?.address || unrecorded],
  ['设备', line?.userAgent ? agentName(line.userAgent).name : unrecorded],
  ['浏览器标识', line?.userAgent || unrecorded],
]

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const parts = [days && `${days}天`, hours && `${hours}小时`, minutes && `${minutes}分`, `${seconds % 60}秒`]
  return parts.filter(Boolean).join('')
}

const outcomes = { valid: '有效', invalid: '无效', indeterminate: '签名完整，签署人身份无法确认' } as const

function signatureBlocks(fileName: string, signature: SignatureVerdict): Block[] {
  const { certificate, signTime, timestampTime, timestampAuthority } = signature
  const stamp = timestampTime === null ? '无时间戳' : two(time(timestampTime), timestampAuthority ?? '')
  const about: Fact[] = certificate
    ? [
        ['证书主体', certificate.subject],
        ['证书序列号', certificate.serialNumber],
        ['颁发者', certificate.issuer],
        ['证书有效期', `${day(certificate.notBefore)} 至 ${day(certificate.notAfter)}`],
      ]
    : []
  return [
    { kind: 'heading', text: `数字签名　${fileName}` },
    {
      kind: 'facts',
      rows: [
        ['验证结果', outcomes[signature.verdict]],
        ...about,
        ['签名时间', time(signTime)],
        ['时间戳', stamp],
        ['算法', `${signature.algorithm}　${signature.level}`],
      ],
    },
  ]
}
